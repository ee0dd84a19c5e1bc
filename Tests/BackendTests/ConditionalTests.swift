import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Backend

struct ConditionalTests {
    @Test("an unchanged account is not sent again, by tag and by date", arguments: ["/v2/users/me", "/v1/users/me"])
    func notModified(path: String) async throws {
        try await TestBackend.run { try await $0.expectNotModified(path) }
    }
}

extension TestBackend {
    /// Checks that Grace receives what is at `path` once, and then 304, by tag and by date.
    func expectNotModified(_ path: String) async throws {
        let token = try await logIn(DemoAccounts.grace).access
        let first = try await send(.get, path, token: token)
        let tag = try #require(first.headers[.eTag])
        #expect(tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil)
        #expect(first.headers[.lastModified] == "Fri, 02 Jan 2026 09:00:00 GMT")
        #expect(first.headers[.cacheControl] == "private, no-cache")
        #expect(first.headers[.vary] == "Authorization")
        for fields: HTTPFields in [
            [.ifNoneMatch: tag], [.ifNoneMatch: "W/\(tag)"], [.ifModifiedSince: "Fri, 02 Jan 2026 09:00:00 GMT"],
        ] {
            let second = try await send(.get, path, token: token, headers: fields)
            #expect(second.status == .notModified && second.body.readableBytes == 0)
            #expect(second.headers[.contentType] == nil && second.headers[.contentLength] == nil)
            for name: HTTPField.Name in [.eTag, .lastModified, .cacheControl, .vary] {
                #expect(second.headers[name] == first.headers[name])
            }
        }
    }
}
