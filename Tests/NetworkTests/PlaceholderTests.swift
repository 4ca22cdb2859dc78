import TestTraits
import Testing
