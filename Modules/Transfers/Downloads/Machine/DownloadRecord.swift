import Foundation
import HTTPTypes
import Networking
import Primitives

/// The sidecar of a partial file: enough to continue the download, and no secrets.
struct DownloadRecord: Sendable, Equatable, Codable {
    /// What the bytes were downloaded from.
    let target: TransferTarget
    /// The version that the bytes belong to; `nil` if the download can't be continued.
    let validator: Validator?
    /// The length of the file in bytes; `nil` if the server has not sent it.
    var total: Int64?
    /// How many bytes had reached the disk before this record was written. Bytes after them may be lost or torn after a
    /// crash.
    var durable: Int64

    /// A version of a resource. Entity tags of two resources can't be compared (RFC 9110 section 8.8.3), so the tag is
    /// stored with the resource that sent it, which after a redirect differs from the requested one.
    struct Validator: Sendable, Equatable, Codable {
        let tag: StrongEntityTag
        let source: TransferTarget.Resource
    }
}

extension DownloadRecord {
    private static var version: Int { 3 }

    /// Returns `nil` for data that this version would not have written, such as a torn or foreign file.
    init?(_ data: Data) {
        guard let record = VersionedRecord<Self>.record(in: data, version: Self.version), record.durable >= 0,
            record.durable <= record.total ?? .max, record.durable == 0 || record.validator != nil
        else { return nil }
        self = record
    }

    /// Whether some version of this type has written `data`.
    static func hasWritten(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(AnyVersion.self, from: data)) != nil
    }

    /// The content of the sidecar.
    func encoded() throws -> Data {
        try VersionedRecord(version: Self.version, record: self).encoded()
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
