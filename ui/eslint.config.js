import { fileURLToPath } from 'node:url'
import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { layers } from './lint/layers.js'

export default tseslint.config(
  { ignores: ['dist', 'src/routeTree.gen.ts', 'src/lib/api/schema.gen.ts'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  jsxA11y.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, modyard: { rules: { layers } } },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'modyard/layers': ['error', { root: fileURLToPath(new URL('./src', import.meta.url)) }],
    },
  },
  {
    files: ['src/routes/**', 'src/app/**', 'src/main.tsx', 'src/testing/**'],
    rules: { '@typescript-eslint/only-throw-error': 'off' },
  },
)
