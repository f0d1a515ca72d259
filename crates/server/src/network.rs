//! Where requests come from, and whose word is taken for it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;

/// The header in which proxies note for whom they ask.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// The most proxies between a client and us.
const HOPS_MAX: usize = 8;

/// By whom resources are counted: an IPv4 address, or the /64 of IPv6 that a household or a rented machine is
/// given whole. A guest costs one request, a network costs money.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

impl Network {
    /// The house itself; nobody calls from there.
    pub(crate) const HOUSE: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// One address of it, which stands for all.
    #[must_use]
    pub(crate) const fn address(self) -> IpAddr {
        self.0
    }

    /// Whether it is this machine or a house of one's own, where nobody listens on the way. A /64 of IPv6 stands for all in
    /// it, so that of `::1` is this machine.
    #[must_use]
    pub(crate) const fn is_near(self) -> bool {
        match self.0 {
            IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
            IpAddr::V6(v6) => v6.is_unspecified() || v6.is_unique_local() || v6.is_unicast_link_local(),
        }
    }
}

/// A range of addresses: `10.0.0.7`, `10.0.0.0/8` or `2001:db8::/32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressRange {
    base: IpAddr,
    /// How many leading bits count; at most those of the address.
    bits: u8,
}

impl AddressRange {
    /// The machine itself.
    pub const LOOPBACK: [Self; 2] = [
        Self { base: IpAddr::V4(Ipv4Addr::LOCALHOST), bits: 8 },
        Self { base: IpAddr::V6(Ipv6Addr::LOCALHOST), bits: 128 },
    ];

    fn contains(self, address: IpAddr) -> bool {
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                let differ = base.to_bits() ^ address.to_bits();
                differ.checked_shr(32 - u32::from(self.bits)).unwrap_or(0) == 0
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                let differ = base.to_bits() ^ address.to_bits();
                differ.checked_shr(128 - u32::from(self.bits)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// The text is not a range of addresses.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an address or a range of addresses")]
pub struct NotARange;

impl FromStr for AddressRange {
    type Err = NotARange;

    fn from_str(text: &str) -> Result<Self, NotARange> {
        let (base, bits) = text.split_once('/').map_or((text, None), |(base, bits)| (base, Some(bits)));
        let base: IpAddr = base.parse().map_err(|_| NotARange)?;
        let base = if bits.is_none() { base.to_canonical() } else { base };
        let bits_max = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(bits_max), |bits| bits.parse().map_err(|_| NotARange))?;
        (bits <= bits_max).then_some(Self { base, bits }).ok_or(NotARange)
    }
}

/// The address of whoever asks. Every hop is believed only if it is one of the named proxies; anybody else
/// may write into the header what they like.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[AddressRange]) -> IpAddr {
    if !is_among(peer, proxies) {
        return peer.to_canonical();
    }
    let lists = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = lists.flat_map(|list| list.split(',')).collect();
    let mut client = peer.to_canonical();
    for hop in hops.into_iter().rev().take(HOPS_MAX) {
        match address(hop.trim()) {
            Some(address) if is_among(client, proxies) => client = address.to_canonical(),
            _ => break,
        }
    }
    client
}

/// Whether an address belongs to a named proxy.
pub(crate) fn is_among(address: IpAddr, proxies: &[AddressRange]) -> bool {
    proxies.iter().any(|range| range.contains(address))
}

/// Some proxies add the port.
fn address(hop: &str) -> Option<IpAddr> {
    hop.parse().ok().or_else(|| hop.parse().ok().map(|address: SocketAddr| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_network_is_an_address_or_a_64() {
        let same = |one: &str, other: &str| Network::from(ip(one)) == Network::from(ip(other));
        assert!(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9") && same("::ffff:10.0.0.1", "10.0.0.1"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1") && !same("10.0.0.1", "10.0.0.2"));
    }

    #[test]
    fn near_is_this_machine_and_the_own_house() {
        let near = |text: &str| Network::from(ip(text)).is_near();
        for address in ["127.0.0.1", "127.9.9.9", "::1", "192.168.1.7", "10.1.2.3", "fd00::1", "fe80::1"] {
            assert!(near(address), "{address}");
        }
        for address in ["203.0.113.9", "2001:db8::1", "8.8.8.8"] {
            assert!(!near(address), "{address}");
        }
    }

    #[test]
    fn ranges_are_read_and_hold_what_they_say() {
        let holds = |range: &str, address: &str| range.parse::<AddressRange>().expect(range).contains(ip(address));
        assert!(holds("10.0.0.0/8", "10.255.0.1") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("0.0.0.0/0", "8.8.8.8") && !holds("0.0.0.0/0", "::1") && holds("::/0", "2001:db8::1"));
        assert!(holds("192.168.1.7", "192.168.1.7") && !holds("192.168.1.7", "192.168.1.6"));
        assert!(holds("2001:db8::/32", "2001:db8:9::1") && !holds("2001:db8::/32", "2001:db9::1"));
        assert!(holds("127.0.0.1", "::ffff:127.0.0.1"));
        for bad in ["", "localhost", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1"] {
            assert_eq!(bad.parse::<AddressRange>(), Err(NotARange), "{bad}");
        }
    }

    #[test]
    fn only_named_proxies_are_believed() {
        let client = |peer: &str, forwarded: &[&str], proxies: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append(FORWARDED_FOR, value.parse().expect("a header"));
            }
            let proxies: Vec<AddressRange> = proxies.iter().map(|range| range.parse().expect("a range")).collect();
            super::client(ip(peer), &headers, &proxies).to_string()
        };
        let proxies = ["127.0.0.1", "10.0.0.0/8"];
        assert_eq!(client("127.0.0.1", &["203.0.113.9"], &proxies), "203.0.113.9");
        assert_eq!(client("127.0.0.1", &["6.6.6.6, 203.0.113.9"], &proxies), "203.0.113.9", "what the proxy saw");
        assert_eq!(client("127.0.0.1", &["6.6.6.6", "203.0.113.9, 10.0.0.5"], &proxies), "203.0.113.9", "two proxies");
        assert_eq!(client("203.0.113.9", &["6.6.6.6"], &proxies), "203.0.113.9", "no proxy of ours");
        assert_eq!(client("127.0.0.1", &["6.6.6.6"], &[]), "127.0.0.1", "none is named");
        assert_eq!(client("127.0.0.1", &["203.0.113.9:4711"], &proxies), "203.0.113.9");
        assert_eq!(client("127.0.0.1", &["203.0.113.9, unknown"], &proxies), "127.0.0.1");
        assert_eq!(client("127.0.0.1", &[], &proxies), "127.0.0.1");
        assert_eq!(client("127.0.0.1", &["10.0.0.1,".repeat(1000).as_str()], &proxies), "127.0.0.1");
    }
}
