//! Janggi.
