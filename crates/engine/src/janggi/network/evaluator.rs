//! Judges positions with a network, and follows the board so that little is computed anew.

use std::sync::Arc;

use arrayvec::ArrayVec;
use janggi::geometry::Points;
use janggi::{Board, Piece, Point, Position, Role, Side, Watcher};

use super::inputs::{self, Context, Tilt, View};
use super::{Network, OUTPUT_UNIT, Row, SCALE};
use crate::janggi::evaluate::Evaluator;
use crate::janggi::value::{PLY_MAX, Value};
use crate::net::kernels::{self, UNIT};

/// A piece on a point.
type Standing = (Piece, Point);

/// What the evaluation knows of one ply of the current line.
#[derive(Clone)]
pub struct PlyState {
    tilt: Tilt,
    kings: [Point; 2],
    gone: ArrayVec<Standing, 2>,
    come: Option<Standing>,
    /// The neurons of each side's view, where they are up to date.
    rows: [Row; 2],
    fresh: [bool; 2],
}

impl PlyState {
    fn of(position: &Position) -> Self {
        Self {
            tilt: Tilt::of(position.board()),
            kings: Side::ALL.map(|side| position.king(side)),
            gone: ArrayVec::new(),
            come: None,
            rows: [Row::ZERO; 2],
            fresh: [false; 2],
        }
    }

    #[inline]
    fn view(&self, side: Side) -> View {
        View::new(side, self.kings[side.index()], self.tilt)
    }
}

impl Watcher for &mut PlyState {
    #[inline]
    fn placed(&mut self, piece: Piece, at: Point) {
        self.tilt.add(piece, at);
        self.come = Some((piece, at));
        if piece.role() == Role::King {
            self.kings[piece.side().index()] = at;
        }
    }

    #[inline]
    fn lifted(&mut self, piece: Piece, at: Point) {
        self.tilt.remove(piece, at);
        let _ = self.gone.try_push((piece, at)); // a move lifts at most two
    }
}

/// The neurons for the last board that was seen in a view: the next one differs but little.
#[derive(Clone)]
struct Remembered {
    row: Row,
    pieces: [[Points; Role::COUNT]; 2],
}

/// The evaluation by a network.
pub struct NetworkEvaluator {
    network: Arc<Network>,
    moments: Vec<PlyState>,
    remembered: Vec<Remembered>,
}

impl NetworkEvaluator {
    /// Judges by this network.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let blank = Remembered { row: network.bias, pieces: [[Points::EMPTY; Role::COUNT]; 2] };
        Self { network, moments: Vec::new(), remembered: vec![blank; 2 * View::COUNT] }
    }

    /// Brings the neurons of a side's view up to date.
    fn catch_up(&mut self, board: &Board, ply: usize, side: Side) {
        let view = self.moments[ply].view(side);
        let mut known = ply;
        while !self.moments[known].fresh[side.index()] {
            if known == 0 || self.moments[known - 1].view(side) != view {
                return self.refresh(board, ply, side, view);
            }
            known -= 1;
        }
        for at in known + 1..=ply {
            self.step(at, side, view);
        }
    }

    /// The neurons of a ply from those of the ply before.
    fn step(&mut self, ply: usize, side: Side, view: View) {
        let (before, here) = self.moments.split_at_mut(ply);
        let (before, here) = (&before[ply - 1], &mut here[0]);
        let row_of = |(piece, at): Standing| &self.network.inputs[view.input(side, piece, at)];
        let (from, to) = (&before.rows[side.index()], &mut here.rows[side.index()]);
        match (here.gone.as_slice(), here.come) {
            ([gone], Some(come)) => kernels::swap(from, row_of(*gone), row_of(come), to),
            ([gone, captured], Some(come)) => {
                kernels::swap(from, row_of(*gone), row_of(come), to);
                kernels::subtract(to, row_of(*captured));
            }
            _ => *to = *from,
        }
        here.fresh[side.index()] = true;
    }

    /// The neurons from the last board in the same view.
    fn refresh(&mut self, board: &Board, ply: usize, side: Side, view: View) {
        let remembered = &mut self.remembered[side.index() * View::COUNT + view.index()];
        for owner in Side::ALL {
            for role in Role::ALL {
                let before = &mut remembered.pieces[owner.index()][role.index()];
                let now = board.pieces(owner, role);
                if now == *before {
                    continue;
                }
                let row_of = |at| &self.network.inputs[view.input(side, Piece::new(owner, role), at)];
                (*before & !now).iter().for_each(|at| kernels::subtract(&mut remembered.row, row_of(at)));
                (now & !*before).iter().for_each(|at| kernels::add(&mut remembered.row, row_of(at)));
                *before = now;
            }
        }
        let here = &mut self.moments[ply];
        here.rows[side.index()] = remembered.row;
        here.fresh[side.index()] = true;
    }
}

impl Evaluator for NetworkEvaluator {
    type Follower<'a> = &'a mut PlyState;

    fn begin(&mut self, position: &Position) {
        self.moments.clear();
        self.moments.resize(PLY_MAX + 4, PlyState::of(position));
    }

    #[inline]
    fn follow(&mut self, ply: usize) -> &mut PlyState {
        let (before, here) = self.moments.split_at_mut(ply);
        let (before, here) = (&before[ply - 1], &mut here[0]);
        here.tilt = before.tilt;
        here.kings = before.kings;
        here.gone.clear();
        here.come = None;
        here.fresh = [false; 2];
        here
    }

    fn value(&mut self, position: &Position, ply: usize) -> Value {
        let board = position.board();
        let contexts = Context::of(position);
        let stage = inputs::stage_of(board.occupied().len() as usize);
        for side in Side::ALL {
            self.catch_up(board, ply, side);
        }
        let mut sum = 0;
        for (side, weights) in [position.side(), position.side().other()].into_iter().zip(&self.network.outputs[stage])
        {
            let context = &self.network.contexts[contexts[side.index()].index()];
            sum += kernels::answer(&self.moments[ply].rows[side.index()], context, weights);
        }
        let whole = sum / i32::from(UNIT) + self.network.output_bias[stage];
        let value = i64::from(whole) * i64::from(SCALE) / i64::from(i32::from(UNIT) * OUTPUT_UNIT);
        Value::estimate(value as i32)
    }
}
