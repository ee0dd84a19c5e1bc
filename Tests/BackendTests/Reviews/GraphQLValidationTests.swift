import Testing

@testable import Backend

struct GraphQLValidationTests {
    private func errors(_ text: String, depthLimit: Int = 32, selectionLimit: Int = 1000) throws -> [GraphQLError] {
        let schema = try GraphQLSchema(GraphQLSchema.libraryText)
        do throws(GraphQLRequestError) {
            var parser = try GraphQLParser(text, depthLimit: 64)
            let document = try parser.document()
            try GraphQLValidator.validate(
                document, schema: schema, depthLimit: depthLimit, selectionLimit: selectionLimit)
            return []
        } catch {
            return error.errors
        }
    }

    @Test(
        "a valid document has no errors",
        arguments: [
            "{ book(id: 84) { id authors { name } } __typename }",
            "query A { me { id } } query B { me { name } }",
            "query ($id: Int!, $on: Boolean = true) { book(id: $id) { title @include(if: $on) @skip(if: false) } }",
            "query ($first: Int = 3) { books(first: $first) { totalCount } }",
            // An argument with a default may have a nullable variable.
            "query ($first: Int) { books(first: $first) { totalCount } }",
            "{ book(id: 1) { title ...B title } } fragment B on Book { title reviews { text } reviews { stars } }",
            "mutation ($i: ReviewInput!) { addReview(input: $i) { ... on Review { id } ... on ValidationFailed { __typename } } }",
            "mutation ($t: String) { addReview(input: {book: 1, stars: 5, text: $t}) { __typename } }",
            "mutation ($f: Upload!) { attachPicture(review: 7, file: $f) { bytes } }",
            "subscription { added: reviewAdded { id } }",
            "{ a: book(id: 1) { title } b: book(id: 2) { title } }",
        ])
    func valid(text: String) throws {
        #expect(try errors(text).map(\.message) == [])
    }

    @Test(
        "an invalid document gets an error that names the problem",
        arguments: [
            ("{ bok }", "The type Query has no field \"bok\"."),
            ("{ __schema { types { name } } }", "Introspection is limited to __typename."),
            ("{ book { title } }", "The input book.id of type Int! is required."),
            ("{ book(id: 1, name: 2) { title } }", "There is no input book.name."),
            ("{ book(id: 1, id: 2) { title } }", "The input book.id occurs twice."),
            ("{ book(id: \"1\") { title } }", "The value of book.id must be a 32-bit whole number."),
            ("{ book(id: 2147483648) { title } }", "The value of book.id must be a 32-bit whole number."),
            ("{ book(id: null) { title } }", "The value of book.id must not be null."),
            ("{ book(id: ONE) { title } }", "The value of book.id must be"),
            ("{ book(id: 1) }", "The field \"book\" of type Book requires a selection of fields."),
            ("{ book(id: 1) { title { x } } }", "The field \"title\" of type String! has no fields to select."),
            ("query ($a: Int) { me { id } }", "The variable $a is not used."),
            ("{ book(id: $a) { title } }", "There is no variable $a."),
            (
                "query ($a: Int) { book(id: $a) { title } }",
                "The variable $a of type Int is used for book.id of type Int!."
            ),
            (
                "query ($a: String!) { book(id: $a) { title } }",
                "The variable $a of type String! is used for book.id of type Int!."
            ),
            ("query ($a: Int!, $a: Int!) { book(id: $a) { title } }", "There are several variables named $a."),
            ("query ($a: Book) { me { id } }", "\"Book\" is not an input type."),
            ("query ($a: Nothing) { me { id } }", "\"Nothing\" is not an input type."),
            (
                "query ($a: Int = \"x\") { books(first: $a) { totalCount } }",
                "The value of $a must be a 32-bit whole number."
            ),
            ("{ me { ...F } } fragment F on Member { ...F }", "The fragment \"F\" contains itself."),
            ("{ me { ...F } } fragment F on Member { ...G } fragment G on Member { ...F }", "contains itself."),
            ("{ me { ...F } }", "There is no fragment \"F\"."),
            ("{ me { id } } fragment F on Member { id }", "The fragment \"F\" is not used."),
            ("{ me { ...F } } fragment F on Book { id }", "A Member is never a Book."),
            ("{ me { ... on Nothing { id } } }", "\"Nothing\" is not a type that has fields."),
            ("{ me { ... on String { id } } }", "\"String\" is not a type that has fields."),
            (
                "{ me { ...F } } fragment F on Member { id } fragment F on Member { id }",
                "several fragments named \"F\"."
            ),
            ("{ me { id } } query A { me { id } }", "An operation without a name must be the only one."),
            ("query A { me { id } } query A { me { id } }", "There are several operations named \"A\"."),
            ("{ me { id @upper } }", "There is no directive @upper."),
            ("{ me { id @skip } }", "The input @skip.if of type Boolean! is required."),
            ("{ me { id @skip(if: true) @skip(if: true) } }", "The directive @skip occurs twice."),
            ("{ book(id: 1) { title } book(id: 2) { title } }", "The fields with the key \"book\" are different."),
            ("{ me { a: id a: name } }", "The fields with the key \"a\" are different."),
            (
                "{ a: book(id: 1) { x: id } a: book(id: 1) { x: title } }",
                "The fields with the key \"x\" are different."
            ),
            (
                "mutation { addReview(input: {book: 1}) { __typename } }",
                "The input addReview.input.stars of type Int! is required."
            ),
            (
                "mutation { addReview(input: {book: 1, stars: 1, x: 1}) { __typename } }",
                "There is no input addReview.input.x."
            ),
            ("mutation { addReview(input: 7) { __typename } }", "The value of addReview.input must be an object."),
            (
                "mutation { addReview(input: {book: 1, stars: 1}) { id } }",
                "The type AddReviewResult has no field \"id\"."
            ),
            (
                "mutation { attachPicture(review: 1, file: \"x\") { bytes } }",
                "The value of attachPicture.file must be a file of a multipart request."
            ),
            ("subscription { a: reviewAdded { id } b: reviewAdded { id } }", "must select exactly one field."),
            ("subscription { __typename }", "must select exactly one field."),
        ])
    func invalid(text: String, message: String) throws {
        let errors = try errors(text)
        #expect(errors.contains { $0.message.contains(message) }, "\(errors.map(\.message))")
        #expect(errors.allSatisfy { $0.code == .validationFailed && !$0.locations.isEmpty })
    }

    @Test("an error names the line and the column")
    func location() throws {
        let errors = try errors("{\n  me { id }\n  book(id: 1) { titel }\n}")
        #expect(errors.map(\.locations) == [[.init(line: 3, column: 17)]])
    }

    @Test("at most twenty errors are reported, each once")
    func errorLimit() throws {
        let unknown = (1...50).map { "x\($0)" }.joined(separator: " ")
        #expect(try errors("{ \(unknown) }").count == 20)
        #expect(try errors("{ a: me { ...F } b: me { ...F } } fragment F on Member { x }").count == 1)
    }

    @Test("fragments with more selections than the limit are refused without visiting them all")
    func expansion() throws {
        let count = 40
        let fragments = (1...count).map { number in
            "fragment F\(number) on Book { reviews { book { ...F\(number + 1) } } ... { ...F\(number + 1) } }"
        }
        let text = "{ book(id: 1) { ...F1 } } \(fragments.joined(separator: " ")) fragment F\(count + 1) on Book { id }"
        #expect(try errors(text).map(\.code) == [.tooComplex])
        let wide = (1...12).map { "fragment F\($0) on Book { ...F\($0 + 1) ...F\($0 + 1) ...F\($0 + 1) }" }
        let text2 = "{ book(id: 1) { ...F1 } } \(wide.joined(separator: " ")) fragment F13 on Book { id }"
        #expect(try errors(text2).map(\.message) == ["The document has more than 1000 selections."])
    }
}
