public import Foundation
public import HTTPCaching
public import HTTPTypes
public import Networking

extension ResponseCacheKey {
    /// The key of `path` in the fixture environment, by default in the partition of a client's unsigned calls.
    public static func fixture(
        _ path: String = "/fixture", in partition: CredentialPartition = .client("fixture")
    ) -> ResponseCacheKey {
        ResponseCacheKey(
            partition: partition, target: RequestTarget(scheme: "https", authority: "api.example.com", path: path))
    }
}

extension StoredResponse {
    /// A response with `text`, generated and received in the first second of 2026 and fresh for a minute.
    public static func fixture(
        _ text: String = "pen", status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [.date: "Thu, 01 Jan 2026 00:00:00 GMT", .cacheControl: "max-age=60"],
        variant: [String: [String]] = [:], receivedAt: Date = Date(timeIntervalSince1970: 1_767_225_600),
        initialAge: TimeInterval = 0
    ) -> StoredResponse {
        StoredResponse(
            head: HTTPResponse(status: status, headerFields: fields), body: Data(text.utf8),
            variant: ResponseVariant(selectors: variant), receivedAt: receivedAt, initialAge: initialAge)
    }
}
