//! The threads of a worker, and what they have to say.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::house::{House, Task, Trouble};
use crate::thinking::{Outcome, think};
use crate::{Address, Token};

/// The stack of a thread that thinks: searches go deep.
const STACK_BYTES: usize = 4 << 20;
/// How often it is looked whether the worker is to end.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How long jobs may take to be given back.
const PART_WITHIN: Duration = Duration::from_secs(5);
/// How long to wait for a house that does not answer: at first, and at most.
const AWAY_MIN: Duration = Duration::from_secs(1);
const AWAY_MAX: Duration = Duration::from_secs(30);

/// For whom to think, and how much at once.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The house.
    pub house: Address,
    /// By this it knows us.
    pub token: Token,
    /// How many jobs at once.
    pub threads: NonZeroUsize,
}

/// Why a worker ends that was not told to.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The system has no threads for it.
    #[error("cannot start threads: {0}")]
    Threads(#[from] io::Error),
    /// The house will have nothing of it.
    #[error("{0}")]
    Refused(String),
}

/// What a thread has to say.
enum Word {
    /// Something that whoever runs the worker should know.
    Note(String),
    /// It is of no use to go on.
    End(String),
}

#[derive(Clone)]
struct Hand {
    house: House,
    stop: &'static AtomicBool,
    busy: Arc<AtomicUsize>,
    words: Sender<Word>,
}

/// Works until told to stop; then jobs are given back. What is to be known is told on the way.
///
/// # Errors
/// If there are no threads, or the house refuses us for good.
pub fn work(settings: &Settings, stop: &'static AtomicBool, tell: &mut dyn FnMut(&str)) -> Result<(), Problem> {
    let (words, heard) = mpsc::channel();
    let house = House::new(settings.house.clone(), &settings.token);
    let hand = Hand { house, stop, busy: Arc::default(), words };
    for _ in 0..settings.threads.get() {
        let hand = hand.clone();
        let thread = std::thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES);
        thread.spawn(move || hand.work())?;
    }
    let busy = Arc::clone(&hand.busy);
    drop(hand);
    let ended = listen(&heard, stop, tell);
    // Whoever waits for a job has nothing to give back and is not waited for.
    stop.store(true, Ordering::Relaxed);
    let until = Instant::now() + PART_WITHIN;
    while busy.load(Ordering::Relaxed) > 0 && Instant::now() < until {
        std::thread::sleep(LOOK_EVERY);
    }
    ended
}

fn listen(heard: &mpsc::Receiver<Word>, stop: &AtomicBool, tell: &mut dyn FnMut(&str)) -> Result<(), Problem> {
    let mut last = String::new();
    while !stop.load(Ordering::Relaxed) {
        match heard.recv_timeout(LOOK_EVERY) {
            // Many threads have the same to say.
            Ok(Word::Note(note)) if note == last => {}
            Ok(Word::Note(note)) => {
                tell(&note);
                last = note;
            }
            Ok(Word::End(why)) => return Err(Problem::Refused(why)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
    Ok(())
}

impl Hand {
    fn work(&self) {
        let (mut next, mut away) = (None, AWAY_MIN);
        while !self.is_over() {
            let done = match next.take() {
                Some(task) => self.do_job(&task),
                None => self.house.acquire(),
            };
            match done {
                Ok(task) => (next, away) = (task, AWAY_MIN),
                Err(Trouble::NotOurs) => {}
                Err(Trouble::Refused(about)) => self.note(about),
                Err(Trouble::Wait(time, about)) => {
                    self.note(about);
                    self.pause(time);
                }
                Err(Trouble::Away(about)) => {
                    self.note(format!("the house does not answer: {about}"));
                    self.pause(away);
                    away = (away * 2).min(AWAY_MAX);
                }
                Err(Trouble::Never(about)) => {
                    // Nobody may listen any more.
                    let _ = self.words.send(Word::End(about));
                    return;
                }
            }
        }
        // A job that came with the last answer is not begun.
        if let Some(task) = next {
            let _ = self.house.give_back(&task, false);
        }
    }

    /// Does a job; the next one.
    fn do_job(&self, task: &Task) -> Result<Option<Task>, Trouble> {
        self.busy.fetch_add(1, Ordering::Relaxed);
        let done = match think(&self.house, task, self.stop) {
            Outcome::Answered(answer, lines, thought_ms) => self.house.answer(task, &answer, &lines, thought_ms),
            Outcome::Gone => Ok(None),
            Outcome::Stopped => self.house.give_back(task, false).map(|()| None),
            Outcome::Failed(why) => {
                self.note(format!("a job could not be done: {why}"));
                self.house.give_back(task, true).map(|()| None)
            }
        };
        self.busy.fetch_sub(1, Ordering::Relaxed);
        done
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn note(&self, note: String) {
        // Nobody may listen any more.
        let _ = self.words.send(Word::Note(note));
    }

    fn pause(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.is_over() && Instant::now() < until {
            std::thread::sleep(LOOK_EVERY);
        }
    }
}
