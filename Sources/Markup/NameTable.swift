/// Interned names: each distinct string once.
package struct NameTable: Sendable {}
