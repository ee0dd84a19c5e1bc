import Foundation

/// Why a workspace can't have a name.
enum NameRefusal: LocalizedError, Equatable {
    case empty
    case character(Character, in: String)
    case leadingDigit(String)
    case lowerCase(String)
    case upperCase(String)
    case keyword(String, in: String)
    case same(String)
    /// A module, product or package of this name; `kind` says which.
    case taken(String, by: String, kind: String)
    /// An identifier of Swift code that contains the name, in any case.
    case used(String, identifier: String, file: String, line: Int)

    var errorDescription: String? {
        switch self {
        case .empty:
            "The name is empty. Type, for example, `make rename NAME=Acme`."
        case .character(let character, let name):
            """
            "\(name)" can't be the name: it contains "\(character)", which no Swift type may contain. Use the letters A to \
            Z and digits, for example \(Self.suggestion(for: name)).
            """
        case .leadingDigit(let name):
            "\"\(name)\" can't be the name: a Swift type can't begin with a digit. Begin with a letter."
        case .lowerCase(let name):
            """
            "\(name)" can't be the name: types are named after it, so it begins with a capital letter. Use \
            \(Self.suggestion(for: name)); the command will be \(name.lowercased()).
            """
        case .upperCase(let name):
            """
            "\(name)" can't be the name: its form for types equals its form for environment variables, so that a later \
            rename could not tell them apart. Use \(name.capitalized).
            """
        case .keyword(let keyword, let name):
            "\"\(name)\" can't be the name: `\(keyword)` is a keyword of Swift. Choose another name."
        case .same(let name):
            "The name is \(name) already. Nothing was changed."
        case .taken(let name, let other, let kind):
            "\"\(name)\" can't be the name: \(other) is a \(kind). Choose another name."
        case .used(let name, let identifier, let file, let line):
            """
            "\(name)" can't be the name: Swift code contains `\(identifier)` (\(file):\(line)), and a later rename could \
            not tell the two apart. Choose another name.
            """
        }
    }

    /// The name in UpperCamelCase.
    private static func suggestion(for name: String) -> String {
        let words = name.folding(options: .diacriticInsensitive, locale: nil).split {
            !$0.isASCII || !($0.isLetter || $0.isNumber)
        }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return joined.isEmpty ? "Acme" : joined
    }
}
