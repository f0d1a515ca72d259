//! `daeguk serve`: the games in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use server::{AccountPolicy, AddressRange, ChatPolicy, Config, GuestPolicy, NodeConfig};

use crate::args::{Accounts, Chat, Guests, Serve};
use crate::{Console, Failure};

/// The usual port, or the next free one.
const PORT: u16 = 8080;
/// Where the key of a cluster stands, if in no file.
const CLUSTER_KEY: &str = "DAEGUK_CLUSTER_KEY";

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
    config.node = args.node_address.as_deref().map(|address| node(address, args.cluster_key.as_ref())).transpose()?;
    Ok(config)
}

/// The usual configuration with the database of that address, or in that folder, or in the usual one.
pub(super) fn books(database: Option<&String>, data: Option<&PathBuf>) -> Result<Config, Failure> {
    Ok(match database {
        Some(url) => Config::with_database(url.clone()),
        None => Config::in_folder(&folder(data)?),
    })
}

/// One of several nodes: the others must be able to reach it, and to know it.
fn node(text: &str, key: Option<&PathBuf>) -> Result<NodeConfig, Failure> {
    let address: Option<SocketAddr> = text.parse().ok();
    let address = address.filter(|address| !address.ip().is_unspecified() && address.port() != 0).ok_or_else(|| {
        Failure::Misused(format!("`{text}` is no address at which other nodes reach this one; write 10.0.0.7:8090"))
    })?;
    let text = match key {
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| Failure::Misused(format!("cannot read the cluster key {}: {error}", file.display())))?,
        None => std::env::var(CLUSTER_KEY).map_err(|_| {
            Failure::Misused(format!(
                "nodes know each other by a key; name a file with --cluster-key, or set {CLUSTER_KEY}"
            ))
        })?,
    };
    let key = text.parse().map_err(|error: server::NotAKey| Failure::Misused(error.to_string()))?;
    Ok(NodeConfig { address, key })
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
    fn a_node_has_an_address_that_others_reach_and_a_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let (good, bad) = (folder.path().join("good"), folder.path().join("bad"));
        std::fs::write(&good, "0123456789abcdef0123456789abcdef\n").expect("written");
        std::fs::write(&bad, "short").expect("written");
        assert!(node("10.0.0.7:8090", Some(&good)).is_ok());
        for (address, key) in
            [("0.0.0.0:8090", &good), ("10.0.0.7", &good), ("10.0.0.7:0", &good), ("10.0.0.7:1", &bad)]
        {
            assert!(node(address, Some(key)).is_err(), "{address}");
        }
        assert!(node("10.0.0.7:8090", Some(&folder.path().join("none"))).is_err());
    }

    #[test]
    fn a_public_address_is_an_origin() {
        assert_eq!(origin("https://play.example.org/").ok().as_deref(), Some("https://play.example.org"));
        for bad in ["play.example.org", "https://", "https://a/b", "ftp://a"] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }
}
