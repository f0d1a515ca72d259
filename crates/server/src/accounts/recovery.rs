//! The code that is written on paper, for whoever has forgotten the password.

use crate::ids;

/// Crockford's digits: none looks like another.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Sixteen digits are 80 bits.
const LENGTH: usize = 16;
const GROUP: usize = 4;

/// A recovery code. Only its hash is stored.
pub(crate) struct RecoveryCode([u8; LENGTH]);

impl RecoveryCode {
    /// A new one.
    #[must_use]
    pub(crate) fn random() -> Self {
        let bytes: [u8; LENGTH] = ids::random_bytes();
        Self(bytes.map(|byte| DIGITS[usize::from(byte % 32)]))
    }

    /// Reads what somebody has typed from paper: case, hyphens, spaces and look-alikes do not matter.
    #[must_use]
    pub(crate) fn read(text: &str) -> Option<Self> {
        let typed = text.bytes().take(4 * LENGTH).filter(|byte| !matches!(byte, b'-' | b' '));
        let digits: Vec<u8> = typed.map(meant).collect();
        let digits: [u8; LENGTH] = digits.try_into().ok()?;
        digits.iter().all(|digit| DIGITS.contains(digit)).then_some(Self(digits))
    }

    /// What is stored of it.
    #[must_use]
    pub(crate) fn hash(&self) -> String {
        ids::sha256(&self.0)
    }

    /// To be shown once.
    #[must_use]
    pub(crate) fn shown(&self) -> String {
        let groups: Vec<_> = self.0.chunks(GROUP).map(String::from_utf8_lossy).collect();
        groups.join("-")
    }
}

const fn meant(byte: u8) -> u8 {
    match byte.to_ascii_uppercase() {
        b'O' => b'0',
        b'I' | b'L' => b'1',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_was_written_down() {
        let code = RecoveryCode::random();
        let shown = code.shown();
        assert_eq!(shown.len(), LENGTH + 3);
        for typed in
            [shown.clone(), shown.to_lowercase(), shown.replace('-', " "), shown.replace('0', "o").replace('1', "l")]
        {
            assert_eq!(RecoveryCode::read(&typed).map(|code| code.hash()), Some(code.hash()), "{typed}");
        }
        for nonsense in ["", "K7QM", "K7QM-2XF9-K7QM-2XF!", "비밀번호", &"K7QM-2XF9-".repeat(1000)] {
            assert!(RecoveryCode::read(nonsense).is_none(), "{nonsense:.40}");
        }
        assert_ne!(RecoveryCode::random().hash(), code.hash());
    }
}
