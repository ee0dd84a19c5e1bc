import HTTPTypes

extension Problem {
    static let emailTaken = Problem(
        status: .conflict, code: "email_taken", title: "Email taken", detail: "Another user has this email.",
        errors: [FieldError(field: "email", code: "taken", message: "Another user has this email.")])
}
