//! How many files the process may have open. Every connection is one, and the usual soft limit is 1,024.

/// Raises the limit as far as the system lets us; how many files that is.
#[cfg(unix)]
pub(crate) fn raised() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if let Err(error) = setrlimit(Resource::Nofile, wanted) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
    getrlimit(Resource::Nofile).current.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX)
}

/// Elsewhere there is no such limit.
#[cfg(not(unix))]
pub(crate) fn raised() -> usize {
    usize::MAX
}
