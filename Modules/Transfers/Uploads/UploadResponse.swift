import Foundation
import HTTPTypes
import Networking

extension UploadMachine {
    /// What a response says about an upload.
    struct Response {
        let status: Int
        let offset: Int64?
        let length: Int64?
        let isComplete: Bool?
        /// The largest file, and the largest body of one append, that the server accepts.
        let sizeLimit, appendLimit: Int64?
        let hasLocation: Bool
        /// `nil` if the field is missing or invalid.
        let location: RequestTarget?
        let body: Data
        /// The error for a status that is a failure.
        let cause: NetworkError.Cause
        private let problem: String?

        /// - Parameter source: the resource that sent it, after all redirects.
        init(_ head: HTTPResponse, body: Data, from source: RequestTarget, failure: HTTPFailure) {
            let fields = head.headerFields
            status = head.status.code
            offset = fields[.uploadOffset].map(Self.item).flatMap(ContentRange.number)
            length = fields[.uploadLength].map(Self.item).flatMap(ContentRange.number)
            isComplete = fields[.uploadComplete].flatMap { ["?1": true, "?0": false][Self.item($0)] }
            let limits = FieldList(fields[.uploadLimit] ?? "").members.map { $0.split(separator: "=", maxSplits: 1) }
            func limit(_ name: String) -> Int64? {
                limits.last { $0.first == Substring(name) && $0.count == 2 }
                    .flatMap { ContentRange.number(Self.item($0[1])) }
            }
            sizeLimit = limit("max-size")
            appendLimit = limit("max-append-size")
            hasLocation = fields[.location] != nil
            location = fields.reference(.location).flatMap { RequestTarget($0, from: source) }
            self.body = body
            cause = .status(failure)
            problem = (try? JSONDecoder().decode(Problem.self, from: body))?.type
        }

        /// Whether the body is the problem of this name from the registry of RFC 9457, whose types are URIs.
        func isProblem(_ name: String) -> Bool {
            problem?.hasSuffix("/http-problem-types#\(name)") == true
        }

        /// The value of a structured field (RFC 9651) without its parameters.
        private static func item(_ text: some StringProtocol) -> String {
            String(Substring(text.prefix { $0 != ";" }).trimmingBlanks)
        }

        private struct Problem: Decodable {
            let type: String
        }
    }
}

extension RequestTarget {
    var url: URL? { URL(string: text) }
}

extension HTTPField.Name {
    static let uploadOffset = known("Upload-Offset")
    static let uploadLength = known("Upload-Length")
    static let uploadComplete = known("Upload-Complete")
    static let uploadLimit = known("Upload-Limit")
    static let uploadVersion = known("Upload-Draft-Interop-Version")
    static let representationDigest = known("Repr-Digest")
    static let idempotencyKey = known("Idempotency-Key")

    /// The names are valid tokens, so the fallback is never used.
    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .from }
}
