import playwright from 'eslint-plugin-playwright'
import globals from 'globals'

export default [
  { ignores: ['out/**', 'node_modules/**'] },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      ecmaVersion: 'latest',
      sourceType: 'module',
      // Functions that are given to a page run in the browser.
      globals: { ...globals.node, ...globals.browser },
    },
    rules: { 'no-undef': 'error', 'no-unused-vars': ['error', { args: 'none' }] },
  },
  {
    files: ['tests/**/*.mjs'],
    plugins: { playwright },
    rules: {
      'playwright/missing-playwright-await': 'error',
      'playwright/no-focused-test': 'error',
      'playwright/no-networkidle': 'error',
      'playwright/no-page-pause': 'error',
      'playwright/no-skipped-test': ['error', { allowConditional: true }],
      'playwright/no-useless-await': 'error',
      'playwright/no-wait-for-timeout': 'error',
      'playwright/no-wait-for-selector': 'error',
      'playwright/no-element-handle': 'error',
      'playwright/prefer-web-first-assertions': 'error',
      'playwright/valid-expect': 'error',
      'playwright/valid-title': 'error',
      'no-restricted-syntax': [
        'error',
        {
          // It would wait with what the first round has read until the time of all rounds is over.
          selector:
            'CallExpression[callee.property.name="toPass"] AwaitExpression > CallExpression > MemberExpression > CallExpression[callee.name="expect"]',
          message: 'What toPass repeats does not wait by itself: read the value, then expect it.',
        },
      ],
    },
  },
]
