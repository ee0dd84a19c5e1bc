import HTTPTypes
import Networking
import Testing

@testable import Transfers

extension DownloadRecord {
    static func fixture(
        durable: Int64, total: Int64? = nil, validator: String = "\"v1\"", path: String = "/file"
    ) throws -> DownloadRecord {
        DownloadRecord(
            target: .fixture(path),
            validator: Validator(tag: try #require(StrongEntityTag(validator)), source: Resource(.fixture)),
            total: total,
            durable: durable)
    }
}

extension DownloadRecord.Target {
    static func fixture(_ path: String = "/file") -> DownloadRecord.Target {
        DownloadRecord.Target(
            HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: path), of: nil,
            expecting: nil)
    }
}
