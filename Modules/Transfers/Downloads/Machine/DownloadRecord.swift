import Foundation
import HTTPTypes
import Networking
import Primitives

/// What the sidecar of a partial file says about it: enough to continue, and nothing that was secret.
struct DownloadRecord: Sendable, Equatable, Codable {
    /// Where the bytes are from.
    let target: Target
    /// The version that the bytes belong to; `nil` if they can't be continued.
    let validator: Validator?
    /// In bytes; `nil` while the server has not said.
    var total: Int64?
    /// So many bytes had reached the disk before this was written. Bytes behind them may be lost or torn after a crash.
    var durable: Int64

    /// The place of a file, who asked for it, and which content is wanted of it.
    struct Target: Sendable, Equatable, Codable {
        let resource: Resource
        /// What one user was sent is never continued for another, whatever the validators say.
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
    /// stored with the resource that sent it: after a redirect that is not the one that was asked for.
    struct Validator: Sendable, Equatable, Codable {
        let tag: StrongEntityTag
        let source: Resource
    }

    /// A URI without what may be secret in it. A path or query may hold a token, so only a fingerprint is stored (FNV-1a):
    /// 64 bits tell two URIs apart, and a token of usual length can't be guessed from them.
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
    /// Of the file's form. Another version is not read: the file then begins anew.
    private static var version: Int { 3 }

    /// `nil` for anything that this version would not have written, the torn and the foreign included.
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

    /// For the sidecar.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Versioned(version: Self.version, record: self))
    }

    private struct Versioned: Codable {
        let version: Int
        let record: DownloadRecord
    }

    /// What all versions have in common.
    private struct AnyVersion: Decodable {
        let version: Int
        let record: Record

        struct Record: Decodable {
            let durable: Int64
        }
    }
}
