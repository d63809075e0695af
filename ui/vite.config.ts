import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const api = process.env.MODYARD_API ?? 'http://127.0.0.1:8080'

/** The mock mode's files that never reach a release: MSW's worker, and pictures from MODYARD_MOCK_ART when set. */
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

export default defineConfig(({ mode }) => ({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    tailwindcss(),
    ...(mode === 'mock' ? [mockFiles()] : []),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    proxy: mode === 'mock' ? {} : Object.fromEntries(['/v2', '/v3', '/_internal', '/data'].map((path) => [path, api])),
  },
  build: {
    target: 'es2022',
    manifest: true,
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What every page needs changes with the dependencies, not with the application: one file, kept long.
        codeSplitting: {
          groups: [{ name: 'base', test: /node_modules[\\/](react|react-dom|scheduler|zustand|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/ }],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    maxWorkers: 2,
  },
}))
