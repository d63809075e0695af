// Sizes, type and colours come from src/styles/tokens.css.
export default {
  rules: {
    'color-no-hex': true,
    'color-named': 'never',
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch'],
    // A line is as thin as the screen draws it; custom properties do not reach media queries.
    'unit-disallowed-list': [
      ['px'],
      {
        ignoreProperties: {
          px: ['/^border(?!.*radius)/', '/^outline/', 'box-shadow', 'text-decoration-thickness', 'text-underline-offset'],
        },
        ignoreMediaFeatureNames: { px: ['min-width', 'max-width'] },
      },
    ],
    'declaration-property-value-allowed-list': {
      font: ['inherit', '/^(600 |400 )?var\\(--[tm]-[\\w-]+\\)$/'],
      'font-family': ['inherit', '/^var\\(--font-\\w+\\)$/'],
      'font-size': ['inherit', '0', '/^var\\(--f-\\d+\\)$/', '/^[\\d.]+em$/'],
      'line-height': ['inherit', '/^var\\(--l-\\d+\\)$/', '/^[\\d.]+$/'],
    },
    'declaration-property-value-disallowed-list': { '/./': ['/oklch\\(\\s*[\\d.]/'] },
    'selector-class-pattern': ['^[a-z][a-z0-9]*(-[a-z0-9]+)*(__[a-z0-9]+(-[a-z0-9]+)*)?$', { resolveNestedSelectors: false }],
    // An icon in a sheet's own markup is an `svg`, and an element has no scope: neither is reached by a name of another sheet.
    'selector-disallowed-list': ['/:global\\(\\.ui__icon/', '/:global\\([a-z]/'],
    'no-duplicate-at-import-rules': true,
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-syntaxes'] }],
    'property-no-unknown': [true, { ignoreProperties: ['composes', 'text-autospace', 'text-spacing-trim', 'hanging-punctuation'] }],
    'no-invalid-double-slash-comments': true,
    'block-no-empty': true,
  },
  overrides: [
    {
      files: ['src/styles/tokens.css'],
      rules: {
        'color-no-hex': null,
        'function-disallowed-list': null,
        'unit-disallowed-list': null,
        'declaration-property-value-allowed-list': null,
      },
    },
  ],
}
