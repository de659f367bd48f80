//! Refusals, as clients receive them.

use std::{collections::BTreeMap, time::Duration};

use referee::{
    api::{auth, convert, status},
    law::{Reason, Refusal, reason::REASONS},
    pb::v1,
    store::StoreError,
};
use tonic::{
    Code, Status,
    codegen::http::{HeaderMap, HeaderName},
};
use tonic_types::StatusExt as _;

use crate::api::{rig::Rig, web::wire};

#[test]
fn every_reason_of_the_proto_is_one_of_ours() {
    let ours: Vec<String> = REASONS.iter().map(|row| format!("REASON_{}", row.word)).collect();
    let theirs = (1..).map_while(|number| v1::Reason::try_from(number).ok());
    assert_eq!(ours, theirs.map(|reason| reason.as_str_name()).collect::<Vec<_>>());
}

#[test]
fn a_refusal_says_which_limit_and_when_to_try_again() {
    let full = Refusal::limit("tables", 7_usize, "no place").retry_after(Duration::from_millis(2_500));
    let status = status::status(&full);
    let info = status.get_details_error_info().expect("it carries an ErrorInfo");
    assert_eq!((info.metadata["limit"].as_str(), info.metadata["most"].as_str()), ("tables", "7"));
    let wait = status.get_details_retry_info().and_then(|info| info.retry_delay);
    assert_eq!(wait, Some(Duration::from_millis(2_500)));
    let said = convert::refusal(&full);
    assert_eq!((said.limit.as_str(), said.most, said.retry_after_ms), ("tables", 7, Some(2_500)));
    assert_eq!(said.text, "no place (limit `tables`)");
    // If waiting does not help, a refusal has no retry delay.
    let too_much = status::status(&Refusal::limit_of_field("max_plies", 9_u32, "rules.max_plies", "10", ""));
    assert!(too_much.get_details_retry_info().is_none());
    assert_eq!(too_much.get_details_error_info().expect("its details").metadata["most"], "9");
}

#[test]
fn whatever_is_unavailable_says_when_to_try_again() {
    for reason in REASONS.iter().map(|row| row.reason).filter(|reason| status::code(*reason) == Code::Unavailable) {
        let status = status::status(&Refusal::new(reason, "not now"));
        assert!(status.get_details_retry_info().is_some_and(|info| info.retry_delay.is_some()), "{reason:?}");
    }
    let failed = StoreError::Failed { doing: "read", cause: "/var/lib/secret: no space".to_owned() };
    let status = status::status(&auth::store_fault(failed));
    assert_eq!(status.code(), Code::Unavailable);
    assert!(!format!("{status:?}").contains("secret"), "{status:?}");
}

#[test]
fn a_status_fits_into_headers_whatever_was_sent() {
    let huge = "\u{1F600}".repeat(100_000);
    let refusal = Refusal::of_field(Reason::BadField, format!("options[{huge}]"), &huge, huge.clone());
    let status = status::status(&refusal);
    assert_eq!(status.code(), Code::InvalidArgument);
    assert!(status.message().len() + status.details().len() < 8 * 1024);
    let info = status.get_details_error_info().expect("it carries an ErrorInfo");
    assert!(info.metadata["value"].starts_with('\u{1F600}'));
}

/// Sends every call of every service a message of another type. Every refusal must have a reason.
#[tokio::test]
async fn no_call_is_refused_without_a_reason() {
    let rig = Rig::start().await;
    let url = format!("http://{}", rig.address);
    let channel =
        tonic::transport::Endpoint::from_shared(url).expect("an address").connect().await.expect("it is there");
    let pool = prost_reflect::DescriptorPool::decode(referee::pb::DESCRIPTOR).expect("our own descriptor");
    let ours = pool.services().filter(|service| service.package_name() == "referee.v1");
    let mut paths: Vec<String> = ours
        .flat_map(|service| {
            let name = service.full_name().to_owned();
            service.methods().map(|method| format!("/{name}/{}", method.name())).collect::<Vec<_>>()
        })
        .collect();
    assert!(paths.len() >= 12, "{paths:?}");
    paths.extend(["/referee.v1.MatchService/Nothing", "/referee.v1.Nothing/Nothing", "/nothing"].map(str::to_owned));
    let mut told = BTreeMap::<String, usize>::new();
    for path in paths {
        for nonce in [0, 7, u64::MAX] {
            let mut caller = tonic::client::Grpc::new(channel.clone());
            caller.ready().await.expect("the server is there");
            let codec = tonic_prost::ProstCodec::<v1::Ping, v1::Pong>::default();
            let request = tonic::Request::new(tokio_stream::iter([v1::Ping { nonce }]));
            let asked = caller.streaming(request, path.parse().expect("a path"), codec).await;
            let end = match asked {
                Ok(answer) => answer.into_inner().message().await.err(),
                Err(status) => Some(status),
            };
            // A successful answer is decoded as another type here, so it may fail in this client.
            let Some(status) = end.filter(|status| !status.metadata().is_empty() || !status.details().is_empty())
            else {
                continue;
            };
            let info = status.get_details_error_info().unwrap_or_else(|| panic!("{path}: {status:?}"));
            assert_eq!(info.domain, "referee", "{path}");
            assert!(v1::Reason::from_str_name(&format!("REASON_{}", info.reason)).is_some(), "{path}: {info:?}");
            *told.entry(info.reason).or_default() += 1;
        }
    }
    for reason in ["UNKNOWN_CALL", "BAD_FIELD", "UNAUTHENTICATED"] {
        assert!(told.contains_key(reason), "{told:?}");
    }
}

/// The transport rejects these calls before a service sees them.
#[tokio::test]
async fn the_transport_gives_reasons_too() {
    let rig = Rig::start().await;
    let cut_off = &[0, 0, 0, 0, 9, 1][..];
    let too_large = &[0, 0, 0x20, 0, 0, 1][..];
    for (header, body, length, reason, field) in [
        ("grpc-timeout: 30m", cut_off, 14, "LIMIT", "grpc-timeout"),
        ("grpc-timeout: 1n", cut_off, 14, "LIMIT", "grpc-timeout"),
        ("grpc-encoding: deflate", &[0, 0, 0, 0, 0], 5, "BAD_FIELD", "grpc-encoding"),
        ("x-nothing: 1", &[], 0, "BAD_FIELD", "message"),
        ("x-nothing: 1", cut_off, 6, "BAD_FIELD", "message"),
        ("x-nothing: 1", &[1, 0, 0, 0, 0], 5, "BAD_FIELD", "message"),
        ("x-nothing: 1", too_large, 6, "LIMIT", ""),
    ] {
        let post = "POST /referee.v1.GameService/GetPosition HTTP/1.1\r\ncontent-type: application/grpc-web+proto";
        let (head, _) = wire::http1_of(&rig, &format!("{post}\r\n{header}"), body, length).await;
        let headers = head.lines().filter_map(|line| line.split_once(": "));
        let headers: HeaderMap =
            headers.filter_map(|(name, value)| Some((name.parse::<HeaderName>().ok()?, value.parse().ok()?))).collect();
        let status = Status::from_header_map(&headers).unwrap_or_else(|| panic!("{header}: {head}"));
        let info = status.get_details_error_info().unwrap_or_else(|| panic!("{header} {body:?}: {status:?}"));
        assert_eq!(info.reason, reason, "{header} {body:?}: {status:?}");
        assert_eq!(info.metadata.get("field").map_or("", String::as_str), field, "{header} {body:?}: {status:?}");
    }
}
