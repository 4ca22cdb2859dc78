/// The version of this program, as the worker's row and `pressrun --version` say it.
package let pressrunVersion = "0.1.0"
