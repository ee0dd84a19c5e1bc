import Foundation
import Networking

extension ResponseDecoding {
    /// Decodes a result, and derives the verdict from its errors and from the status.
    static func graphQL<Access, Value>(
        _ operation: GraphQLOperation<Access, Value>, coding: any BodyCoding
    ) -> ResponseDecoding<GraphQLResult<Value>> where Response == GraphQLResult<Value> {
        // Sending the operation twice is harmless if it only reads, or if the server recognizes it by its key.
        let isIdempotent = operation.kind != .mutation || operation.idempotency != .byMethod
        return ResponseDecoding(
            accept: "application/graphql-response+json, application/json;q=0.9", promisesJSON: true,
            verdict: { status, body in verdict(status, body, isIdempotent: isIdempotent, coding: coding) },
            decode: { body, coding in try GraphQLResult(body, coding: coding) }
        ).accepting(statuses: resultStatuses)
    }

    /// A response without errors, as most are, is not parsed here.
    private static func verdict(
        _ status: Int, _ body: Data, isIdempotent: Bool, coding: any BodyCoding
    ) -> ResponseVerdict {
        guard body.range(of: Data("\"errors\"".utf8)) != nil,
            let result = try? GraphQLResult<AnyData>(body, coding: coding), !result.errors.isEmpty
        else { return .byStatus }
        guard status == 401 || result.errors.contains(where: { $0.code == "UNAUTHENTICATED" }) else {
            return .incomplete
        }
        return .credentialRefused(mayRepeat: isIdempotent || result.isRefusalBeforeExecution)
    }
}

extension GraphQLResult {
    /// Whether the server has executed no field. Data shows that fields were executed. Without data, an error below a
    /// root field shows that the root field was executed and that a null below it has spread up to the root.
    fileprivate var isRefusalBeforeExecution: Bool {
        value == nil && errors.allSatisfy { $0.path.count <= 1 }
    }
}

/// The statuses of a response that may have a result. 408, 425 and 429 invite a retry, perhaps after a time that the
/// server states, so they are failures like 5xx.
private let resultStatuses = Set(200...299).union(400...499).subtracting([408, 425, 429])

/// Data whose content does not matter.
private struct AnyData: Decodable {
    init(from decoder: any Decoder) throws {}
}
