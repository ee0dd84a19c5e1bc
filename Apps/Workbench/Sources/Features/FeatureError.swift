import Foundation

/// Why a feature could not be added or removed.
enum FeatureError: LocalizedError, Equatable {
    case unreadableList(String)
    case unknownFeature(String, known: [String])
    case unbalancedBlock(file: String, line: Int, what: String)
    case refusedName(String, reason: String)
    case refusedField(String, reason: String)
    case noTemplate
    case unusableTemplate(file: String, line: Int, what: String)

    var errorDescription: String? {
        switch self {
        case .unreadableList(let cause):
            "\(FeatureList.path) is not a valid list of features. \(cause)."
        case .unknownFeature(let name, let known):
            "There is no feature \(name). \(FeatureList.path) lists \(known.joined(separator: ", "))."
        case .unbalancedBlock(let file, let line, let what):
            "\(file):\(line): \(what). Nothing was changed."
        case .refusedName("", _):
            "The feature has no name. Pass its type in the singular: `make feature NAME=Invoice`."
        case .refusedName(let name, let reason):
            "The feature can't have the name \(name): \(reason)."
        case .refusedField("", let reason):
            "The feature is refused: \(reason)."
        case .refusedField(let field, let reason):
            "The field \(field) is refused: \(reason)."
        case .noTemplate:
            "\(FeatureList.path) has no feature with a \"template\", which lists the fields of the feature to copy."
        case .unusableTemplate(let file, let line, let what):
            "\(file):\(line): the line \(what). The feature can't be copied until that is corrected."
        }
    }
}
