//! The weights of the evaluation, in hundredths of a point: middle game and end.

use janggi::Role;

use super::features::term;

/// One pair a term.
pub static WEIGHTS: [[i16; 2]; term::COUNT] = initial();

/// Round numbers to begin with.
const fn initial() -> [[i16; 2]; term::COUNT] {
    let mut weights = [[0; 2]; term::COUNT];
    let worth: [i16; Role::COUNT] = [0, 300, 1300, 700, 500, 300, 200];
    let mut role = 0;
    while role < Role::COUNT {
        let mut place = 0;
        while place < term::HALF_BOARD {
            weights[term::PLACE + role * term::HALF_BOARD + place] = [worth[role], worth[role]];
            place += 1;
        }
        weights[term::PALACE_ATTACK + role] = [12, 12];
        weights[term::HANGING + role] = [worth[role] / 8, worth[role] / 8];
        let mut class = 0;
        while class < term::CLASSES {
            weights[term::THREAT + class * Role::COUNT + role] = [worth[role] / 20, worth[role] / 20];
            class += 1;
        }
        role += 1;
    }
    let steps: [i16; 4] = [5, 4, 9, 7];
    let mut row = 0;
    while row < 4 {
        let mut reached = 0;
        while reached < 18 {
            let weight = steps[row] * reached as i16;
            weights[term::mobility(row, reached)] = [weight, weight];
            reached += 1;
        }
        row += 1;
    }
    weights[term::GUARDS_NEAR + 1] = [30, 10];
    weights[term::GUARDS_NEAR + 2] = [60, 20];
    weights[term::CONNECTED] = [15, 10];
    weights[term::LEADER] = [40, 80];
    weights[term::LEADER_LATE] = [10, 20];
    weights
}
