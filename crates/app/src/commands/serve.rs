//! `daeguk serve`: the games in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use server::{AccountPolicy, AddressRange, ChatPolicy, Config, GuestPolicy};

use crate::args::{Accounts, Chat, Guests, Serve};
use crate::{Console, Failure};

/// The usual port, or the next free one.
const PORT: u16 = 8080;

pub(crate) fn run(args: &Serve, console: &mut Console<'_>) -> Result<(), Failure> {
    let config = config(args)?;
    // Whoever has set up logging before, as tests may, keeps it.
    let _ = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).try_init();
    let mut told = Ok(());
    server::run(config, |address| {
        told = writeln!(console.out, "Daeguk 대국 {}: http://{address}/", env!("CARGO_PKG_VERSION"))
            .and_then(|()| console.out.flush());
    })
    .map_err(|error| Failure::Misused(error.to_string()))?;
    Ok(told?)
}

fn config(args: &Serve) -> Result<Config, Failure> {
    let mut config = books(args.database.as_ref(), args.data.as_ref())?;
    config.accounts = match args.accounts {
        Accounts::Off => AccountPolicy::Off,
        Accounts::Invite => AccountPolicy::Invite,
        Accounts::Open => AccountPolicy::Open,
    };
    config.guests = match args.guests {
        Guests::Play => GuestPolicy::Play,
        Guests::Watch => GuestPolicy::Watch,
    };
    config.chat = match args.chat {
        Chat::Off => ChatPolicy::Off,
        Chat::Presets => ChatPolicy::Presets,
        Chat::Members => ChatPolicy::Members,
    };
    config.password_min = args.password_min.into();
    if let Some(text) = &args.listen {
        config.listen = address(text)?;
        config.next_free_port = false;
    }
    config.public_origin = args.public_url.as_deref().map(origin).transpose()?;
    config.proxies = proxies(args)?;
    config.thinkers = args.thinkers.map_or(config.thinkers, usize::from);
    config.metrics = args.metrics.as_deref().map(address).transpose()?;
    Ok(config)
}

/// The usual configuration with the database of that address, or in that folder, or in the usual one.
pub(super) fn books(database: Option<&String>, data: Option<&PathBuf>) -> Result<Config, Failure> {
    Ok(match database {
        Some(url) => Config::with_database(url.clone()),
        None => Config::in_folder(&folder(data)?),
    })
}

/// Those that are named; whoever names only a public address has the proxy on the same machine.
fn proxies(args: &Serve) -> Result<Vec<AddressRange>, Failure> {
    if args.proxy.is_empty() && args.public_url.is_some() {
        return Ok(AddressRange::LOOPBACK.to_vec());
    }
    let range = |text: &String| {
        text.parse()
            .map_err(|_| Failure::Misused(format!("`{text}` is no address of a proxy; write 10.0.0.7 or 10.0.0.0/8")))
    };
    args.proxy.iter().map(range).collect()
}

fn folder(data: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let folder = data.cloned().or_else(server::data_folder);
    let folder =
        folder.ok_or_else(|| Failure::Misused("there is no data folder here; name one with --data".to_owned()))?;
    make_private(&folder)
        .map_err(|error| Failure::Misused(format!("cannot make the folder {}: {error}", folder.display())))?;
    Ok(folder)
}

/// A folder that is there stays as it is; one that is made is for its owner alone.
fn make_private(folder: &std::path::Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// `ADDRESS:PORT`, `ADDRESS` or `PORT`.
fn address(text: &str) -> Result<SocketAddr, Failure> {
    let whole = text.parse().ok();
    let host = || text.parse().ok().map(|host: IpAddr| SocketAddr::new(host, PORT));
    let port = || text.parse().ok().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    whole.or_else(host).or_else(port).ok_or_else(|| {
        Failure::Misused(format!("`{text}` is no address to listen on; write 127.0.0.1:8080, 0.0.0.0 or 8080"))
    })
}

/// Scheme and host alone, as browsers write an origin.
fn origin(url: &str) -> Result<String, Failure> {
    let bare = url.trim_end_matches('/');
    let host = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '@', '?', '#']) => Ok(bare.to_owned()),
        _ => Err(Failure::Misused(format!("`{url}` is no public address; write https://play.example.org"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_may_be_short() {
        for (text, full) in [
            ("0.0.0.0:9000", "0.0.0.0:9000"),
            ("0.0.0.0", "0.0.0.0:8080"),
            ("9000", "127.0.0.1:9000"),
            ("::1", "[::1]:8080"),
        ] {
            assert_eq!(address(text).ok(), full.parse().ok(), "{text}");
        }
        assert!(address("localhost").is_err() && address("").is_err() && address("99999").is_err());
    }

    #[test]
    fn only_named_proxies_are_believed() {
        let believed = |proxy: &[&str], public_url: Option<&str>| {
            let proxy = proxy.iter().map(|&text| text.to_owned()).collect();
            proxies(&Serve { proxy, public_url: public_url.map(str::to_owned), ..Serve::default() }).ok()
        };
        let range = |text: &str| text.parse::<AddressRange>().expect("a range");
        assert_eq!(believed(&[], None), Some(Vec::new()));
        assert_eq!(believed(&[], Some("https://play.example.org")), Some(AddressRange::LOOPBACK.to_vec()));
        assert_eq!(
            believed(&["10.0.0.0/8", "::1"], Some("https://play.example.org")),
            Some(vec![range("10.0.0.0/8"), range("::1")])
        );
        assert_eq!(believed(&["everybody"], None), None);
    }

    #[test]
    fn a_public_address_is_an_origin() {
        assert_eq!(origin("https://play.example.org/").ok().as_deref(), Some("https://play.example.org"));
        for bad in ["play.example.org", "https://", "https://a/b", "ftp://a"] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }
}
