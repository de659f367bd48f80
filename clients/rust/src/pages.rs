//! Lists that are split into pages.

use crate::Error;

/// Maximum items of a page.
const PAGE: u32 = 100;

/// Returns up to `limit` items of a paged list. `call` gets the page size and the token of the last
/// page, and returns a page with its token.
pub async fn pages<T>(
    limit: u32,
    call: impl AsyncFn(u32, String) -> Result<(Vec<T>, String), Error>,
) -> Result<Vec<T>, Error> {
    let (mut items, mut page_token) = (Vec::new(), String::new());
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    loop {
        let page_size = u32::try_from(limit - items.len()).unwrap_or(PAGE).clamp(1, PAGE);
        let (page, next) = call(page_size, page_token).await?;
        items.extend(page);
        page_token = next;
        if items.len() >= limit || page_token.is_empty() {
            items.truncate(limit);
            return Ok(items);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn pages_follow_each_other_up_to_the_limit() {
        let numbers = async |limit: u32| {
            let page = async |size: u32, after: String| {
                let from: u32 = after.parse().unwrap_or(0);
                let to = (from + size).min(250);
                Ok(((from..to).collect::<Vec<u32>>(), if to == 250 { String::new() } else { to.to_string() }))
            };
            pages(limit, page).await.expect("it does not fail")
        };
        for limit in [1, 100, 101, 250, 1_000] {
            assert_eq!(numbers(limit).await, (0..limit.min(250)).collect::<Vec<_>>());
        }
    }
}
