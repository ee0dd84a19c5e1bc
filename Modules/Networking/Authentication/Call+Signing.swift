import HTTPTypes
import Primitives

extension Call {
    /// Whether the call, where it goes now, may show a credential that belongs to `origin`; `false` where a link further out
    /// has withheld it. Throws ``NetworkError/Cause/foreignOrigin`` where it goes elsewhere all the same.
    func mayCarryCredential(of origin: Origin) throws(NetworkError) -> Bool {
        guard signing == .allowed else { return false }
        guard self.origin == origin else { throw context.error(.foreignOrigin, request) }
        return true
    }

    /// The call with a secret in a header field. Throws where that is no field value (RFC 9110 section 5.5): HTTPTypes
    /// would replace what offends, and another secret than the given one would be sent.
    func carrying(_ secret: Secret<String>, in name: HTTPField.Name) throws(NetworkError) -> Call {
        let value = secret.reveal()
        guard HTTPField.isValidValue(value) else {
            throw context.error(
                .invalidRequest(reason: "The credential has a character that can't stand in a header field."), request)
        }
        var call = self
        call.request.headerFields[name] = value
        return call
    }
}
