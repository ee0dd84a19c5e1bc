import Foundation
import Persistence

extension UUID {
    /// A stored id. Its text does not occur in the error, because errors are printed.
    init(stored text: String) throws(StoreError) {
        guard let id = UUID(uuidString: text) else { throw .failed(reason: "A stored session has no valid id.") }
        self = id
    }
}
