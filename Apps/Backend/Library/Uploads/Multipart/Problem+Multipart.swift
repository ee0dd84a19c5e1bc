import HTTPTypes

extension Problem {
    static func malformedMultipart(_ error: MultipartError) -> Problem {
        Problem(
            status: .badRequest, code: "malformed_multipart", title: "Malformed multipart body",
            detail: "The form is malformed: \(error.explanation).")
    }
}
