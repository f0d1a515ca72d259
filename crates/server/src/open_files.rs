//! How many files the process may have open. Every connection is one, and the usual soft limit is 1,024.

/// What some systems grant that call their limit infinite and then refuse to raise it so far.
#[cfg(unix)]
const MODEST: u64 = 10_240;

/// Raises the limit as far as the system lets us; how many files that is.
#[cfg(unix)]
pub(crate) fn raised() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wishes = [maximum, Some(MODEST.max(current.unwrap_or(0)))];
    let is_granted = |current| setrlimit(Resource::Nofile, Rlimit { current, maximum }).is_ok();
    if !wishes.into_iter().any(is_granted) {
        tracing::warn!("the limit of open files stays as it is");
    }
    getrlimit(Resource::Nofile).current.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX)
}

/// Elsewhere there is no such limit.
#[cfg(not(unix))]
pub(crate) fn raised() -> usize {
    usize::MAX
}
