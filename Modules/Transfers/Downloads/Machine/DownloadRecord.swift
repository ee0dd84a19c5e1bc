import Foundation
import HTTPTypes
import Networking
import Primitives

/// The sidecar of a partial file: enough to continue the download, and no secrets.
struct DownloadRecord: Sendable, Equatable, Codable {
    /// What the bytes were downloaded from.
    let target: Target
    /// The version that the bytes belong to; `nil` if the download can't be continued.
    let validator: Validator?
    /// The length of the file in bytes; `nil` if the server has not sent it.
    var total: Int64?
    /// How many bytes had reached the disk before this record was written. Bytes after them may be lost or torn after a
    /// crash.
    var durable: Int64

    /// The URI of a file, the user who requested it, and its expected content.
    struct Target: Sendable, Equatable, Codable {
        let resource: Resource
        /// Bytes for one user are never continued for another, whatever the validators say.
        let partition: CredentialPartition?
        /// The expected digest, if there is one.
        let digest: String?

        init(_ request: HTTPRequest, of partition: CredentialPartition?, expecting digest: ContentDigest?) {
            resource = Resource(
                RequestTarget(
                    scheme: request.scheme ?? "", authority: request.authority ?? "", path: request.path ?? ""))
            self.partition = partition
            self.digest = digest?.description
        }
    }

    /// A version of a resource. Entity tags of two resources can't be compared (RFC 9110 section 8.8.3), so the tag is
    /// stored with the resource that sent it, which after a redirect differs from the requested one.
    struct Validator: Sendable, Equatable, Codable {
        let tag: StrongEntityTag
        let source: Resource
    }

    /// A URI without its secrets. A path or query may contain a token, so only a fingerprint is stored (FNV-1a): 64
    /// bits distinguish two URIs, and a token of usual length can't be derived from them.
    struct Resource: Sendable, Equatable, Codable {
        let origin: String
        let fingerprint: String

        init(_ target: RequestTarget) {
            origin = "\(target.scheme)://\(target.authority)"
            let hash = target.path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            fingerprint = String(hash, radix: 16)
        }
    }
}

extension DownloadRecord {
    /// The version of the sidecar's format. Another version is not read, so the download restarts.
    private static var version: Int { 3 }

    /// Returns `nil` for data that this version would not have written, such as a torn or foreign file.
    init?(_ data: Data) {
        guard let file = try? JSONDecoder().decode(Versioned.self, from: data), file.version == Self.version,
            file.record.durable >= 0, file.record.durable <= file.record.total ?? .max,
            file.record.durable == 0 || file.record.validator != nil
        else { return nil }
        self = file.record
    }

    /// Whether some version of this type has written `data`.
    static func hasWritten(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(AnyVersion.self, from: data)) != nil
    }

    /// The content of the sidecar.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Versioned(version: Self.version, record: self))
    }

    private struct Versioned: Codable {
        let version: Int
        let record: DownloadRecord
    }

    /// The properties that all versions share.
    private struct AnyVersion: Decodable {
        let version: Int
        let record: Record

        struct Record: Decodable {
            let durable: Int64
        }
    }
}
