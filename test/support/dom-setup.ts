import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Without vitest's globals, Testing Library does not unmount between tests by itself.
afterEach(cleanup);

// jsdom has no pointer capture; toasts ask for it before they are swiped away.
Element.prototype.hasPointerCapture = () => false;
