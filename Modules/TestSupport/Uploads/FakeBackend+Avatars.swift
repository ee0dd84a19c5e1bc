import Foundation
import HTTPTypes
import Models
import Networking

/// `/v2/users/{id}/avatar`.
extension FakeBackend.State {
    mutating func saveAvatar(
        _ request: FakeRequest, _ id: String, _ caller: FakeUser?
    ) throws(FakeProblem) -> ServerResponse {
        let index = try target(id, caller)
        guard request.mediaType == "multipart/form-data" else {
            throw .unsupportedMediaType("The body must be multipart/form-data.")
        }
        guard let part = FakePart(request) else { throw .malformedMultipart }
        guard part.name == "avatar" else {
            throw .validationFailed([
                FakeProblem.FieldError(field: part.name, code: "unexpected", message: "The form has no such field.")
            ])
        }
        guard part.bytes.count <= Self.avatarLimit else { throw .contentTooLarge(limit: Self.avatarLimit) }
        guard let declared = ImageType.allCases.first(where: { $0.mediaType == part.contentType }) else {
            throw .unsupportedMediaType("An avatar must be a PNG, JPEG, WebP or GIF image.")
        }
        guard ImageType(sniffing: part.bytes.prefix(ImageType.signatureLength)) == declared else {
            throw .unsupportedMediaType("The file is declared as \(declared.mediaType), but its content is not.")
        }
        let avatar = FakeAvatar(bytes: part.bytes, type: declared, uploadedAt: request.now)
        users[index].avatar = avatar
        return .object(
            [
                "avatar_url": avatar.link(userID: id, origin: request.origin), "content_type": declared.mediaType,
                "size": avatar.bytes.count, "sha256": avatar.sha256,
                "uploaded_at": Timestamp(avatar.uploadedAt).description,
            ], status: .created)
    }

    func avatar(_ id: String, _ caller: FakeUser?) throws(FakeProblem) -> ServerResponse {
        guard let avatar = users[try target(id, caller)].avatar else { throw .notFound }
        return .data(avatar.bytes, fields: [.contentType: avatar.type.mediaType, .vary: "Authorization"])
    }

    private static var avatarLimit: Int { 5 * 1024 * 1024 }
}

/// The only part of a multipart form (RFC 7578).
private struct FakePart {
    let name: String
    let contentType: String
    let bytes: Data

    /// `nil` if the form has another shape.
    init?(_ request: FakeRequest) {
        let type = request.fields[.contentType] ?? ""
        guard let parameter = type.range(of: "boundary=") else { return nil }
        let boundary = type[parameter.upperBound...].trimmingCharacters(in: ["\"", " "])
        let (start, end) = (Data("--\(boundary)\r\n".utf8), Data("\r\n--\(boundary)--".utf8))
        let body = request.body
        guard body.starts(with: start), let headEnd = body.range(of: Data("\r\n\r\n".utf8)),
            let bodyEnd = body.range(of: end, in: headEnd.upperBound..<body.endIndex)
        else { return nil }
        let head = String(decoding: body[start.count..<headEnd.lowerBound], as: UTF8.self)
        guard let name = head.firstMatch(of: /[; ]name="([^"]*)"/)?.1 else { return nil }
        self.name = String(name)
        contentType = head.firstMatch(of: /(?i)content-type: *([^\r; ]+)/).map { $0.1.lowercased() } ?? ""
        bytes = Data(body[headEnd.upperBound..<bodyEnd.lowerBound])
    }
}

extension FakeProblem {
    fileprivate static var malformedMultipart: Self {
        Self(
            status: .badRequest, code: "malformed_multipart", title: "Malformed multipart body",
            detail: "The form is malformed.")
    }

    fileprivate static func contentTooLarge(limit: Int) -> Self {
        Self(
            status: .contentTooLarge, code: "content_too_large", title: "Content too large",
            detail: "At most \(limit) bytes are accepted.")
    }
}
