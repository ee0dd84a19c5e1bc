import Foundation
import GRDB
import HTTPTypes

/// A file that a member uploads in parts. The row holds what the client announced; the bytes are an ``UploadFile``.
struct Upload: TableRow {
    let id: String
    /// The only member who sees it.
    let ownerID: String
    let name: String
    let contentType: String
    /// In bytes.
    let size: Int
    /// 64 lower-case hexadecimal digits.
    let sha256: String
    let createdAt: Timestamp
    /// When all bytes were stored and had the announced digest; `nil` before.
    var completedAt: Timestamp?

    static let databaseTableName = "uploads"
    /// The largest file, in bytes.
    static let limit = 1024 * 1024 * 1024
    /// How long an upload may stay incomplete.
    static let lifetime = Duration.seconds(24 * 60 * 60)

    var path: String { "/v2/uploads/\(id)" }

    static func expired(_ now: Timestamp) -> QueryInterfaceRequest<Upload> {
        filter(Column("completed_at") == nil && Column("created_at") <= now - lifetime)
    }
}

extension Upload {
    /// The upload that the fields of a request announce.
    init(ownerID: String, _ fields: HTTPFields, at moment: Timestamp) throws(Problem) {
        guard StructuredField.boolean(fields[.uploadComplete]) == false else {
            throw .invalidUpload("Create an upload with Upload-Complete: ?0, and append its bytes.")
        }
        guard let size = StructuredField.integer(fields[.uploadLength]), size >= 0 else {
            throw .invalidUpload("Upload-Length must be the file's length in bytes.")
        }
        guard size <= Self.limit else {
            var problem = Problem.contentTooLarge(limit: Self.limit)
            problem.headers[.uploadLimit] = "max-size=\(Self.limit)"
            throw problem
        }
        guard let digest = StructuredField.sha256(fields[.reprDigest]) else {
            throw .invalidUpload("Repr-Digest must have the file's sha-256.")
        }
        contentType = fields[.contentType] ?? "application/octet-stream"
        guard HeaderValue(contentType)?.value.wholeMatch(of: /[!-.0-~]+\/[!-.0-~]+/) != nil else {
            throw .invalidUpload("Content-Type must be a media type.")
        }
        name = try Self.name(in: fields[.contentDisposition] ?? "attachment")
        id = "upload-\(UUID().uuidString.lowercased())"
        (self.ownerID, self.size, sha256, createdAt) = (ownerID, size, digest.hexadecimal, moment)
    }

    /// The file name of a `Content-Disposition`, without folders. `filename*` takes precedence (RFC 6266, section 4.3).
    private static func name(in disposition: String) throws(Problem) -> String {
        let parameters = HeaderValue(disposition)?.parameters
        let encoded = parameters?["filename*"]?.wholeMatch(of: /(?i:UTF-8)'[^']*'(.*)/)?.1
        let name = encoded.map { String($0).removingPercentEncoding } ?? parameters.map { $0["filename"] ?? "file" }
        guard let last = name?.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init),
            last != ".", last != "..", FieldRule.line(255).error("", last) == nil
        else { throw .invalidUpload("The file name of Content-Disposition is invalid or too long.") }
        return last
    }

    /// `Content-Disposition` for a download (RFC 8187).
    var disposition: String {
        let unreserved = CharacterSet.alphanumerics.union(["-", "_", "."])
        return "attachment; filename*=UTF-8''\(name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "file")"
    }
}

extension HTTPField.Name {
    static let uploadComplete = known("Upload-Complete")
    static let uploadLength = known("Upload-Length")
    static let uploadLimit = known("Upload-Limit")
    static let uploadOffset = known("Upload-Offset")
}

extension Problem {
    static func invalidUpload(_ detail: String) -> Problem {
        Problem(status: .badRequest, code: "invalid_upload", title: "Invalid upload request", detail: detail)
    }

    static func mismatchingOffset(expected: Int, provided: Int) -> Problem {
        Problem(
            status: .conflict, code: "mismatching_upload_offset", title: "Mismatching upload offset",
            detail: "The upload continues at byte \(expected), not at byte \(provided).",
            type: registered + "mismatching-upload-offset",
            members: ["expected-offset": expected, "provided-offset": provided])
    }

    static let inconsistentLength = Problem(
        status: .badRequest, code: "inconsistent_upload_length", title: "Inconsistent upload length",
        detail: "The length is not the announced one.", type: registered + "inconsistent-upload-length")

    static let completedUpload = Problem(
        status: .badRequest, code: "completed_upload", title: "Completed upload",
        detail: "This upload is complete. It can only be read or deleted.", type: registered + "completed-upload")

    static let digestMismatch = Problem(
        status: .unprocessableContent, code: "upload_digest_mismatch", title: "Upload digest mismatch",
        detail: "The bytes do not have the announced digest. The upload was deleted. Create another one.")

    static let appendEnded = Problem(
        status: .conflict, code: "append_ended", title: "Append ended",
        detail: "A newer request for this upload has ended this one. Its bytes until then are stored.")

    /// The start of the types that the draft registers.
    private static let registered = "https://iana.org/assignments/http-problem-types#"
}
