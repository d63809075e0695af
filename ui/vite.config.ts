import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { pageChunks } from './chunks'
import { className, cssNames } from './css-names'

const api = process.env.MODYARD_API ?? 'http://127.0.0.1:8080'

/** Files of the mock mode that are excluded from releases: MSW's worker, and pictures from MODYARD_MOCK_ART when
 * set. */
function mockFiles(): Plugin {
  const art = process.env.MODYARD_MOCK_ART
  return {
    name: 'mock-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = normalize((request.url ?? '').split('?')[0] ?? '')
        const file =
          path === '/mockServiceWorker.js'
            ? 'node_modules/msw/lib/mockServiceWorker.js'
            : art && path.startsWith('/mock-art/')
              ? join(art, path.slice('/mock-art'.length))
              : undefined
        if (!file) return next()
        readFile(file).then(
          (bytes) => {
            response.setHeader('Content-Type', file.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript')
            response.end(bytes)
          },
          () => next(),
        )
      })
    },
  }
}

/** Writes the time of the build to the page (`SOURCE_DATE_EPOCH` where it is set). The scripts do not contain it, so that
 * their names change only with their code. */
function buildTime(): Plugin {
  const epoch = process.env.SOURCE_DATE_EPOCH
  const at = (epoch ? new Date(Number(epoch) * 1000) : new Date()).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    name: 'build-time',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'build-time', content: at }, injectTo: 'head' }],
  }
}

const source = fileURLToPath(new URL('./src', import.meta.url))

/** Tests that replace modules or read them anew. */
const replacesModules = [
  'app/browser-report',
  'components/markdown/prose',
  'features/collection/components/save-control',
  'features/oauth/consent',
  'lib/use-media',
  'stores/flags',
  'stores/theme',
].map((file) => `src/${file}.test.{ts,tsx}`)

export default defineConfig(({ mode }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A route's loader is in the component's chunk, because the component starts the same requests; the entry
      // contains only the loaders that guard an address.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['pendingComponent'], ['errorComponent'], ['notFoundComponent']] },
      quoteStyle: 'single',
      semicolons: false,
    }),
    cssNames(source),
    react(),
    buildTime(),
    ...(mode === 'mock' ? [mockFiles()] : []),
  ],
  resolve: { alias: { '@': source } },
  css: { modules: { generateScopedName: className } },
  server: {
    port: 5173,
    proxy: mode === 'mock' ? {} : Object.fromEntries(['/v2', '/v3', '/_internal', '/analytics', '/data'].map((path) => [path, api])),
  },
  build: {
    target: 'es2022',
    manifest: true,
    // The server names the scripts that a page needs; a preload list of all of them would add 2 kB to the entry.
    modulePreload: { polyfill: false, resolveDependencies: (_file, needs) => needs.filter((file) => file.endsWith('.css')) },
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The entry names every other file; without source names that list is half as long.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        // Packages that every page needs change only with the dependencies: one file, cached for long.
        codeSplitting: {
          // Parts of these packages that only some pages use are in the chunks of those pages.
          groups: [
            {
              name: 'base',
              priority: 3,
              test: /(?!.*[\\/](mutationObserver|queriesObserver|infiniteQuery\w*|useMutation|useQueries|useInfiniteQuery|useBlocker)\.js)node_modules[\\/](react|react-dom|scheduler|zustand|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/,
            },
            {
              name: pageChunks(fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')),
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // Hundreds of files of two hundred bytes cost more in names than in bytes.
            {
              name: 'icons',
              includeDependenciesRecursively: false,
              test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
              minShareCount: 6,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 60_000,
    maxWorkers: 2,
    // Making a document costs more than most tests: files share one, except those that replace modules.
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, include: ['{src,lint}/**/*.test.{ts,tsx}'], exclude: replacesModules } },
      { extends: true, test: { name: 'isolated', include: replacesModules } },
    ],
  },
}))
