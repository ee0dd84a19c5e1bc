public import Foundation
public import Primitives

/// A completely downloaded file.
public struct DownloadedFile: Sendable, Equatable {
    /// Where the file is.
    public let url: URL
    /// The length in bytes.
    public let length: Int64
    /// The verified digest; `nil` if the download expected none.
    public let digest: ContentDigest?

    /// Creates a downloaded file from its parts.
    public init(url: URL, length: Int64, digest: ContentDigest?) {
        self.url = url
        self.length = length
        self.digest = digest
    }
}
