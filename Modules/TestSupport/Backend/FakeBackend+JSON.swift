import Foundation
import Models

extension FakeRequest {
    /// Decodes the JSON body. Throws 422 with the first field that is missing or has a wrong type. The sample backend
    /// reports all such fields.
    func decode<Body: Decodable>(_ type: Body.Type) throws(FakeProblem) -> Body {
        _ = try FakeFields(self)
        do {
            return try JSONCoding().decode(type, from: body)
        } catch DecodingError.keyNotFound(let key, _) {
            throw .validationFailed([.required(key.stringValue)])
        } catch let error as DecodingError {
            throw .validationFailed([.invalid(error.field, "This field has another type.")])
        } catch {
            throw .malformedJSON
        }
    }
}

extension DecodingError {
    fileprivate var field: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.map(\.stringValue).joined(separator: ".")
        @unknown default: ""
        }
    }
}

extension Encodable {
    /// The value as an object of `JSONSerialization`.
    var jsonObject: [String: Any] {
        let object = (try? JSONCoding().encode(self)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        return object as? [String: Any] ?? [:]
    }
}
