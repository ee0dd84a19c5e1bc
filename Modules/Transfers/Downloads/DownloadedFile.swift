public import Foundation
public import Primitives

/// A file that is complete and in its place.
public struct DownloadedFile: Sendable, Equatable {
    public let url: URL
    /// In bytes.
    public let length: Int64
    /// Present where one was asked for: it is the one expected.
    public let digest: ContentDigest?

    /// A file from its parts.
    public init(url: URL, length: Int64, digest: ContentDigest?) {
        self.url = url
        self.length = length
        self.digest = digest
    }
}
