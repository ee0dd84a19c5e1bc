import HTTPTypes
import Primitives

extension Call {
    /// Whether the call may carry a credential of `origin`; `false` if an outer interceptor has withheld it. If the call
    /// goes to another origin and no interceptor has withheld the credential, throws
    /// ``NetworkError/Cause/foreignOrigin``.
    func mayCarryCredential(of origin: Origin) throws(NetworkError) -> Bool {
        guard signing == .allowed else { return false }
        guard self.origin == origin else { throw context.error(.foreignOrigin, request) }
        return true
    }

    /// The call with a secret in a header field. Throws if the secret is not a valid field value (RFC 9110 section
    /// 5.5), because HTTPTypes would replace the invalid characters and send a different secret.
    func carrying(_ secret: Secret<String>, in name: HTTPField.Name) throws(NetworkError) -> Call {
        let value = secret.reveal()
        guard HTTPField.isValidValue(value) else {
            throw context.error(
                .invalidRequest(reason: "The credential has a character that is not allowed in a header field."),
                request)
        }
        var call = self
        call.request.headerFields[name] = value
        return call
    }
}
