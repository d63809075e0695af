import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const features = [
  'auth',
  'collection',
  'dashboard',
  'discover',
  'home',
  'manage',
  'organization',
  'profiles',
  'project',
  'review',
  'settings',
]

export default tseslint.config(
  { ignores: ['dist', 'src/routeTree.gen.ts', 'src/lib/api/schema.gen.ts'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  jsxA11y.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@/routes/*', '@/app/*'], message: 'Routes and app are the outermost rooms.' }] },
      ],
    },
  },
  {
    files: ['src/routes/**', 'src/app/**', 'src/main.tsx', 'src/testing/**'],
    rules: { 'no-restricted-imports': 'off', '@typescript-eslint/only-throw-error': 'off' },
  },
  // A feature sees another feature only through its index.
  ...features.map((feature) => ({
    files: [`src/features/${feature}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['@/routes/*', '@/app/*'], message: 'Features know nothing of routes and app.' },
            ...features
              .filter((other) => other !== feature)
              .map((other) => ({ group: [`@/features/${other}/*`], message: `Import from @/features/${other} only.` })),
          ],
        },
      ],
    },
  })),
)
