import Foundation
import HTTPTypes
import Hummingbird

/// Reads the file of an upload's form, and checks that it is an avatar within the limits.
struct AvatarUpload: Sendable {
    /// In bytes.
    let limit: Int
    let pixelLimit: Int

    init(_ limits: BackendLimits) {
        limit = limits.avatar
        pixelLimit = limits.avatarPixels
    }

    /// The largest form, in bytes.
    var bodyLimit: Int { limit + Self.allowance }

    /// The image and its type.
    /// - Throws: ``Problem``: 400 for a malformed form, 413, 415, or 422 for fields other than the expected ones.
    func read(from request: Request) async throws -> (bytes: Data, type: ImageType) {
        guard let type = request.headers[.contentType].flatMap(MediaType.init), type.essence == "multipart/form-data"
        else { throw Problem.unsupportedMediaType("The body must be multipart/form-data.") }
        // Refused before the body is read, because the declared length is already too large.
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bodyLimit {
            throw Problem.contentTooLarge(limit: limit)
        }
        do {
            var parser = try MultipartParser(boundary: type.parameters["boundary"] ?? "", limits: limits)
            var form = Form(limit: limit)
            for try await chunk in request.body {
                var events: [MultipartEvent] = []
                try parser.push(chunk.readableBytesView, into: &events)
                for event in events { try form.take(event) }
            }
            try parser.finish()
            let picture = try form.picture()
            guard picture.header.pixels <= pixelLimit else {
                throw Problem.validationFailed([
                    FieldError(
                        field: "avatar", code: "too_large",
                        message: "At most \(pixelLimit) pixels are allowed. This image has \(picture.header.pixels).")
                ])
            }
            return (picture.bytes, picture.header.type)
        } catch MultipartError.tooLarge {
            throw Problem.contentTooLarge(limit: limit)
        } catch let error as MultipartError {
            throw Problem.malformedMultipart(error)
        }
    }

    private var limits: MultipartLimits {
        var limits = MultipartLimits()
        limits.parts = 4
        limits.total = bodyLimit
        return limits
    }

    /// The number of bytes that a form may have in addition to its file.
    private static let allowance = 16 * 1024
}

extension AvatarUpload {
    /// The part of the form that was read so far.
    private struct Form {
        let limit: Int
        private var declaredType: String?
        private var bytes: Data?

        init(limit: Int) { self.limit = limit }

        mutating func take(_ event: MultipartEvent) throws(Problem) {
            switch event {
            case .partBegan(let head):
                guard head.name == "avatar" else {
                    throw .validationFailed([
                        FieldError(field: head.name, code: "unexpected", message: "The form has no such field.")
                    ])
                }
                guard head.filename != nil else { throw .validationFailed([.mistyped("avatar", expected: "a file")]) }
                guard bytes == nil else {
                    throw .validationFailed([
                        FieldError(field: "avatar", code: "duplicate", message: "The form must have one file.")
                    ])
                }
                bytes = Data()
                declaredType = head.contentType
            case .bytes(let chunk):
                bytes?.append(contentsOf: chunk)
                if (bytes?.count ?? 0) > limit { throw .contentTooLarge(limit: limit) }
            case .partEnded: break
            }
        }

        func picture() throws(Problem) -> (bytes: Data, header: ImageHeader) {
            guard let bytes else { throw .validationFailed([.required("avatar")]) }
            guard let declared = declaredType.flatMap(MediaType.init).flatMap({ ImageType(rawValue: $0.essence) })
            else {
                throw .unsupportedMediaType("An avatar must be a PNG, JPEG, WebP or GIF image.")
            }
            guard let header = ImageHeader(bytes), header.type == declared else {
                throw .unsupportedMediaType("The file is declared as \(declared.rawValue), but its content is not.")
            }
            return (bytes, header)
        }
    }
}
