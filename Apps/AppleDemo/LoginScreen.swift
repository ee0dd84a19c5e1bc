#if canImport(SwiftUI)
import Presentation
import Primitives
import SwiftUI

/// A form for the address and the password.
struct LoginScreen: View {
    @Bindable var model: LoginViewModel
    @State private var password = ""

    var body: some View {
        Form {
            TextField("Email", text: $model.email)
            SecureField("Password", text: $password)
            if let message = model.message { Text(message.english) }
            Button("Log in") {
                model.password = Secret(password)
                model.submit()
            }
        }
        .padding()
    }
}
#endif
