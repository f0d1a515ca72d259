//! Many tables in one file: those that come with the program.

use super::{Damage, TableFile};

/// The bytes of many tables, each behind its length.
#[must_use]
pub fn bundle<'a>(tables: impl IntoIterator<Item = &'a TableFile>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for table in tables {
        bytes.extend((table.bytes().len() as u32).to_le_bytes());
        bytes.extend(table.bytes());
    }
    bytes
}

/// The tables of a bundle.
///
/// # Errors
/// If one of them is damaged, or the last is not whole.
pub(super) fn unbundle(mut bytes: &'static [u8]) -> Result<Vec<TableFile>, Damage> {
    let mut tables = Vec::new();
    while !bytes.is_empty() {
        let damage = Damage::Length(bytes.len());
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or(damage.clone())?;
        let (table, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(damage)?;
        tables.push(TableFile::read(table)?);
        bytes = rest;
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::janggi::endgame::{Class, Family, Layout};

    #[test]
    fn a_bundle_is_read_again_and_its_damage_told() {
        let table = |name: &str| {
            let class = Class::from_name(name).expect("a class");
            let entries = vec![0; Layout::new(&class).entries()];
            TableFile::read(TableFile::pack(&class, Family::Casual, &entries)).expect("whole")
        };
        let bytes: &'static [u8] = bundle(&[table("KRvK"), table("KPvK")]).leak();
        let names = |tables: Vec<TableFile>| tables.iter().map(|table| table.class().to_string()).collect::<Vec<_>>();
        assert_eq!(unbundle(bytes).map(names), Ok(vec!["KRvK".to_owned(), "KPvK".to_owned()]));
        assert_eq!(unbundle(&bytes[..bytes.len() - 1]).map(names), Err(Damage::Length(bytes.len() / 2 - 1)));
        assert!(unbundle(&bytes[1..]).is_err());
    }
}
