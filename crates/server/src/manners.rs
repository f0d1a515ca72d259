//! Work that can wait gives way to people who wait for an answer.

/// How much less urgent the thread is than those that serve sockets: about a tenth of their share where there is too little for all.
#[cfg(target_os = "linux")]
const STEPS_BACK: i32 = 10;

/// From now on this thread takes what the others leave. Only Linux can say that of a thread; elsewhere the whole process would step back.
pub(crate) fn give_way() {
    #[cfg(target_os = "linux")]
    if rustix::process::nice(STEPS_BACK).is_err() {
        tracing::warn!("a thread stays as urgent as the others");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{STEPS_BACK, give_way};

    #[test]
    fn one_thread_steps_back_and_the_others_stay() {
        let urgency = || rustix::process::nice(0).expect("asking changes nothing");
        let before = urgency();
        let stepped = std::thread::spawn(move || {
            give_way();
            urgency()
        });
        assert_eq!(stepped.join().expect("it only asks"), (before + STEPS_BACK).min(19));
        assert_eq!(urgency(), before);
    }
}
