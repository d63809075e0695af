import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { cssNames } from './css-names'

const source = fileURLToPath(new URL('./src', import.meta.url))

const SCRIPT = 'render.js'

/** Pages for one visitor, which the server never draws. */
const privatePage = /\/routes\/(_signedIn|settings|auth|\$type\.\$id\._signedIn)[^?]*\?tsr-split=/
/** The proof of work of forms, which starts a worker. */
const proof = /\/auth\/proof\/proof\.ts$/

/** Styles, and what the server never draws, are empty in the server's script. */
function without(): Plugin {
  const empty = (code: string) => ({ code, moduleSideEffects: false, moduleType: 'js' as const })
  return {
    name: 'without',
    load: {
      order: 'pre',
      handler(id) {
        if (/\.css(\?|$)/.test(id)) return empty('')
        if (privatePage.test(id)) return empty('export const component = () => null\nexport const loader = undefined')
        if (proof.test(id)) return empty('export const prepareProof = () => undefined\nexport const takeProof = prepareProof')
        return null
      },
    },
    // The front end's own build has the pictures, under the same names.
    generateBundle(_options, bundle) {
      for (const file of Object.keys(bundle)) if (file !== SCRIPT) delete bundle[file]
    },
  }
}

/** One script with the whole application, for the engine of the server (readapi/pages/render). */
export default defineConfig({
  plugins: [
    without(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['pendingComponent'], ['errorComponent'], ['notFoundComponent']] },
      quoteStyle: 'single',
      semicolons: false,
    }),
    cssNames(source),
    react(),
  ],
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': '"/"', 'import.meta.resolve': 'undefined' },
  resolve: {
    alias: [
      {
        find: '@tanstack/router-core/isServer',
        replacement: fileURLToPath(new URL('./node_modules/@tanstack/router-core/dist/esm/isServer/server.js', import.meta.url)),
      },
      {
        find: /^react-dom\/server$/,
        replacement: fileURLToPath(new URL('./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js', import.meta.url)),
      },
      { find: '@', replacement: source },
    ],
  },
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist/.server',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: fileURLToPath(new URL('./src/server/main.tsx', import.meta.url)),
      output: { format: 'iife', entryFileNames: SCRIPT, assetFileNames: 'assets/[hash][extname]', codeSplitting: false },
    },
  },
})
