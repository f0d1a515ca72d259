//! Passwords: which are good enough, and how they are compared without ever being kept.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::{io, thread};

use argon2::password_hash::phc::{Output, Salt};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHash, Version};
use tokio::sync::{Semaphore, oneshot};
use unicode_normalization::UnicodeNormalization as _;

use crate::error::Refused;
use crate::{ids, manners};

/// The fewest characters that a host may ask for.
pub(crate) const CHARS_MIN: usize = 10;
/// The most characters, and the most bytes that are looked at.
const CHARS_MAX: usize = 128;
const BYTES_MAX: usize = CHARS_MAX * 8;
/// How much must be left of it without the own name.
const BEYOND_NAME_MIN: usize = 4;
/// How many are worked on at once: each takes a core for 30 ms, and games need cores, too.
const HANDS: usize = 2;
/// How many may wait for that.
const QUEUE: usize = 32;

/// How long a hash is.
const HASH_BYTES: usize = 32;
/// What every stored hash begins with; one that does not is made anew when its owner comes.
const SCHEME: &str = "$argon2id$v=19$m=19456,t=2,p=1$";
/// No password has this hash. Whoever names nobody we know is compared with it, so that it takes as long.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Those that everybody tries first: of ten characters and more, because shorter ones are refused anyway.
const COMMON: &str = include_str!("common_passwords.txt");

/// A password as somebody has typed it, composed so that all keyboards give the same.
#[derive(Clone)]
pub(crate) struct Password(String);

impl Password {
    /// One to compare with a stored hash.
    #[must_use]
    pub(crate) fn given(text: &str) -> Self {
        let looked_at = if text.len() > BYTES_MAX { "" } else { text };
        Self(looked_at.nfkc().collect())
    }

    /// One to be kept from now on.
    ///
    /// # Errors
    /// If it is too short, too long or too easily guessed.
    pub(crate) fn chosen(text: &str, name: &str, chars_min: usize) -> Result<Self, Refused> {
        let password = Self::given(text);
        let count = password.0.chars().count();
        if !(chars_min.max(CHARS_MIN)..=CHARS_MAX).contains(&count) {
            return Err(Refused::bad_password());
        }
        let folded = password.0.to_lowercase();
        let name = name.nfkc().collect::<String>().to_lowercase();
        let is_name = !name.is_empty() && folded.replace(&name, "").chars().count() < BEYOND_NAME_MIN;
        let is_one_letter = password.0.chars().all(|letter| password.0.starts_with(letter));
        if is_name || is_one_letter || is_common(&folded) {
            return Err(Refused::bad_password());
        }
        Ok(password)
    }

    fn hash(&self, slate: &mut Slate) -> Result<String, Refused> {
        let mut hash = PasswordHash::new(NOBODY).map_err(Refused::logged)?;
        let salt: [u8; 16] = ids::random_bytes();
        hash.salt = Some(Salt::new(&salt).map_err(Refused::logged)?);
        hash.hash = slate.worked_out(self, &hash);
        if hash.hash.is_some() { Ok(hash.to_string()) } else { Err(Refused::logged("a password cannot be hashed")) }
    }

    fn is_of(&self, slate: &mut Slate, hash: &str) -> bool {
        let stored = PasswordHash::new(hash).ok();
        stored.is_some_and(|stored| stored.hash.is_some() && slate.worked_out(self, &stored) == stored.hash)
    }
}

/// What a hand writes on while it hashes: 19 MiB that stay, for asked for and given back each time they would be scattered over the heap.
#[derive(Default)]
struct Slate(Vec<Block>);

impl Slate {
    /// The hash of a password with the salt and the parameters of another.
    fn worked_out(&mut self, password: &Password, like: &PasswordHash) -> Option<Output> {
        let params = Params::try_from(like).ok()?;
        let blocks = params.block_count();
        if self.0.len() < blocks {
            self.0.resize(blocks, Block::new());
        }
        let mut out = [0; HASH_BYTES];
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let salt = like.salt.as_ref()?;
        argon2.hash_password_into_with_memory(password.0.as_bytes(), salt, &mut out, &mut self.0[..blocks]).ok()?;
        Output::new(&out).ok()
    }
}

fn is_common(folded: &str) -> bool {
    COMMON.lines().any(|common| common == folded)
}

/// Whether a hash was made as we make them today.
#[must_use]
pub(crate) fn is_current(hash: &str) -> bool {
    hash.starts_with(SCHEME)
}

/// Something to be worked out by a hand.
type Job = Box<dyn FnOnce(&mut Slate) + Send>;

/// The few hands that hash, and the bounded queue before them.
pub(crate) struct Hasher {
    jobs: mpsc::Sender<Job>,
    queue: Arc<Semaphore>,
}

/// Hashes as long as there is somebody to hash for.
fn hand(jobs: &Mutex<mpsc::Receiver<Job>>) {
    // Whoever signs in waits for a second anyway; whoever plays does not.
    manners::give_way();
    let mut slate = Slate::default();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        job(&mut slate);
    }
}

impl Hasher {
    /// With nothing to do yet.
    ///
    /// # Errors
    /// If the system has no threads for it.
    pub(crate) fn new() -> io::Result<Self> {
        let (sender, jobs) = mpsc::channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..HANDS {
            let jobs = Arc::clone(&jobs);
            thread::Builder::new().name("password".to_owned()).spawn(move || hand(&jobs))?;
        }
        Ok(Self { jobs: sender, queue: Arc::new(Semaphore::new(HANDS + QUEUE)) })
    }

    /// What is stored of a password.
    ///
    /// # Errors
    /// If too many wait.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, Refused> {
        self.work(move |slate| password.hash(slate)).await?
    }

    /// Whether a password is the one that was stored. Without a stored one it is not, and that takes as long.
    ///
    /// # Errors
    /// If too many wait.
    pub(crate) async fn is_right(&self, password: Password, stored: Option<String>) -> Result<bool, Refused> {
        self.work(move |slate| password.is_of(slate, stored.as_deref().unwrap_or(NOBODY))).await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce(&mut Slate) -> T + Send + 'static) -> Result<T, Refused> {
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| Refused::full())?;
        let (answer, answered) = oneshot::channel();
        // The place is taken until the work is done, even if nobody waits for it any more.
        let job = move |slate: &mut Slate| {
            let _ = answer.send(work(slate));
            drop(place);
        };
        self.jobs.send(Box::new(job)).map_err(Refused::logged)?;
        answered.await.map_err(Refused::logged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, name: &str) -> bool {
        Password::chosen(text, name, CHARS_MIN).is_err_and(|refused| refused.code == "E_PASSWORD")
    }

    #[test]
    fn what_everybody_tries_first_is_refused() {
        let long = "a".repeat(CHARS_MAX) + "bc";
        for bad in ["", "short", "aaaaaaaaaaaa", "1234567890", "Password123", "qwertyuiop", "민수민수민수 만세", &long]
        {
            assert!(refused(bad, "민수"), "{bad}");
        }
        for good in ["correct horse battery", "장기는 포가 제일이다", "xK4!mmQ0pz"] {
            assert!(!refused(good, "민수"), "{good}");
        }
        assert!(Password::chosen("xK4!mmQ0pz", "민수", 15).is_err(), "a host may ask for more");
    }

    #[test]
    fn the_list_is_what_it_says() {
        let lines: Vec<&str> = COMMON.lines().collect();
        assert_eq!(lines.len(), 2000);
        assert!(lines.is_sorted() && lines.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(lines.iter().all(|line| line.chars().count() >= CHARS_MIN && line.to_lowercase() == *line));
    }

    #[tokio::test]
    async fn a_password_is_known_again_on_every_keyboard() {
        let hasher = Hasher::new().expect("threads");
        let stored = hasher.hash(Password::given("한글 비밀번호")).await.expect("hashed");
        assert!(is_current(&stored) && is_current(NOBODY), "{stored}");
        let by_the_book =
            argon2::PasswordVerifier::verify_password(&Argon2::default(), "한글 비밀번호".as_bytes(), &*stored);
        assert!(by_the_book.is_ok(), "others know it, too");
        let typed: String = "한글 비밀번호".nfd().collect();
        assert!(hasher.is_right(Password::given(&typed), Some(stored.clone())).await.expect("compared"));
        assert!(!hasher.is_right(Password::given("한글 비밀번화"), Some(stored)).await.expect("compared"));
        assert!(!hasher.is_right(Password::given("whatever"), None).await.expect("compared"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn only_so_many_wait() {
        let hasher = Hasher::new().expect("threads");
        let asked = (0..HANDS + QUEUE + 10).map(|_| hasher.is_right(Password::given("whatever"), None));
        let answers = futures_util::future::join_all(asked).await;
        let refused = answers.iter().filter(|answer| answer.as_ref().is_err_and(|no| no.code == "E_FULL")).count();
        assert_eq!(refused, 10);
        assert!(hasher.is_right(Password::given("whatever"), None).await.is_ok(), "and then there is room again");
    }
}
