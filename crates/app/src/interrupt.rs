//! The wish of the person at the keyboard to stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::Failure;

/// What the shell is told when a second interrupt ends the program at once.
const INTERRUPTED: i32 = 130;

static WISHED: AtomicBool = AtomicBool::new(false);

/// From now on the first interrupt only sets the flag, so that work can end in good order; the
/// second one ends the program.
pub(crate) fn flag() -> Result<&'static AtomicBool, Failure> {
    let wish = || {
        if WISHED.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    match ctrlc::set_handler(wish) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(&WISHED),
        Err(error) => Err(Failure::Misused(format!("cannot listen for interrupts: {error}"))),
    }
}
